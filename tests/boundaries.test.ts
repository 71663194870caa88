import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { cruise, type ICruiseOptions, type ICruiseResult } from 'dependency-cruiser'
import { afterEach, beforeEach, expect, test } from 'vitest'
import config from '../.dependency-cruiser.mjs'
import { type TemporaryFolder, temporaryFolder } from '../scripts/support/temporary-folder.ts'

type Tree = Record<string, string>

/** For each rule, a small tree that breaks it once. */
const VIOLATIONS: Record<string, Tree> = {
  'no-cycle': {
    'app/platform/a.ts': "import { b } from './b.ts'\nexport const a = () => b",
    'app/platform/b.ts': "import { a } from './a.ts'\nexport const b = () => a",
  },
  'ui-knows-only-ui': {
    'app/ui/badge.tsx':
      "import { clock } from '../platform/clock.ts'\nexport const Badge = () => <b>{clock}</b>",
    'app/platform/clock.ts': 'export const clock = 1',
  },
  'platform-knows-only-platform': {
    'app/platform/clock.ts': "import { Npc } from '../features/npcs/npc.ts'\nexport const clock = Npc",
    'app/features/npcs/npc.ts': 'export const Npc = 1',
  },
  'features-meet-in-routes': {
    'app/features/npcs/card.tsx':
      "import { Vote } from '../votes/vote.tsx'\nexport const Card = () => <Vote />",
    'app/features/votes/vote.tsx': 'export const Vote = () => <i />',
  },
  'shell-surrounds-features': {
    'app/shell/frame.tsx': "import { Home } from '../routes/home.tsx'\nexport const Frame = () => <Home />",
    'app/routes/home.tsx': 'export const Home = () => <i />',
  },
  'desk-is-apart': {
    'app/routes/home.tsx': "import { Panel } from '../desk/panel.tsx'\nexport const Home = () => <Panel />",
    'app/desk/panel.tsx': 'export const Panel = () => <i />',
  },
  'app-does-not-know-its-process': {
    'app/routes/home.tsx': "import { app } from '../../server/app.ts'\nexport const Home = () => app",
    'server/app.ts': 'export const app = 1',
  },
  'server-draws-nothing': {
    'server/app.ts': "import { Badge } from '../app/ui/badge.tsx'\nexport const app = Badge",
    'app/ui/badge.tsx': 'export const Badge = () => <b />',
  },
  'server-needs-no-tools': {
    'server/main.ts': "import { build } from '../scripts/build.ts'\nexport const main = build",
    'scripts/build.ts': 'export const build = 1',
  },
  'scripts-need-no-tests': {
    'scripts/donate.ts': "import { until } from '../tests/support/until.ts'\nexport const donate = until",
    'tests/support/until.ts': 'export const until = 1',
  },
  'tests-need-no-benchmarks': {
    'tests/support/until.ts': "import { table } from '../../bench/table.ts'\nexport const until = table",
    'bench/table.ts': 'export const table = 1',
  },
  'server-code-stays-on-the-server': {
    'app/features/npcs/card.tsx':
      "import { list } from './store.server.ts'\nexport const Card = () => <b>{list}</b>",
    'app/features/npcs/store.server.ts': 'export const list = 1',
  },
  'shared-code-runs-in-browsers': {
    'app/features/npcs/card.tsx':
      "import { join } from 'node:path'\nexport const Card = () => <b>{join('a')}</b>",
  },
  'contracts-stand-alone': {
    'app/features/npcs/contract.ts': "import { rule } from './rule.ts'\nexport const npc = rule",
    'app/features/npcs/rule.ts': 'export const rule = 1',
  },
  'imports-exist': { 'app/platform/clock.ts': "export { now } from './gone.ts'" },
}

/** Everything that the rules allow, in one tree. */
const ALLOWED: Tree = {
  'app/features/npcs/card.tsx':
    "import type { list } from './store.server.ts'\nimport { vote } from '../votes/contract.ts'\nimport { Badge } from '../../ui/badge.tsx'\nexport const Card = (p: { list: typeof list }) => <Badge>{vote}{p.list}</Badge>",
  'app/features/npcs/store.server.ts': "import { join } from 'node:path'\nexport const list = join('a')",
  'app/features/votes/contract.ts': 'export const vote = 1',
  'app/ui/badge.tsx': 'export const Badge = () => <b />',
  'app/routes/home.tsx':
    "import { Card } from '../features/npcs/card.tsx'\nimport type { data } from './home.server.ts'\nexport const Home = (p: { list: typeof data }) => <Card list={p.list} />",
  'app/routes/home.server.ts':
    "import { list } from '../features/npcs/store.server.ts'\nexport const data = list",
  'server/app.ts': "import { list } from '../app/features/npcs/store.server.ts'\nexport const app = list",
  'scripts/donate.ts': "import { app } from '../server/app.ts'\nexport const donate = app",
  'tests/support/site.ts': "import { donate } from '../../scripts/donate.ts'\nexport const site = donate",
  'bench/votes.ts': "import { site } from '../tests/support/site.ts'\nexport const votes = site",
}

let folder: TemporaryFolder

beforeEach(async () => {
  folder = await temporaryFolder()
})

afterEach(() => folder.remove())

async function brokenRules(tree: Tree): Promise<string[]> {
  for (const [path, text] of Object.entries(tree)) {
    await mkdir(dirname(join(folder.path, path)), { recursive: true })
    await writeFile(join(folder.path, path), text)
  }
  const roots = [...new Set(Object.keys(tree).map((path) => path.split('/', 1)[0] ?? ''))]
  const options: ICruiseOptions = { ...config.options, ruleSet: config, validate: true, baseDir: folder.path }
  const { output } = await cruise(roots, options)
  const { summary, modules } = output as ICruiseResult
  expect(modules.length).toBeGreaterThanOrEqual(Object.keys(tree).length)
  return [...new Set(summary.violations.map((violation) => violation.rule.name))]
}

test('every rule has a planted violation', () => {
  expect(Object.keys(VIOLATIONS).sort()).toEqual(config.forbidden?.map((rule) => rule.name).sort())
})

test.each(Object.entries(VIOLATIONS))('a violation of %s is detected', async (rule, tree) => {
  expect(await brokenRules(tree)).toContain(rule)
})

test('allowed imports break no rule', async () => {
  expect(await brokenRules(ALLOWED)).toEqual([])
})
