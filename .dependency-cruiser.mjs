const SERVER_ONLY = '\\.server\\.tsx?$'
const TEST = '\\.test\\.tsx?$'
const CONTRACT = '/contract\\.ts$'
const SITE = '^app/(use-)?site\\.ts$'
const OURS = '^(app|server|tests|bench|scripts|db)/'

/**
 * Who may import whom; ARCHITECTURE.md says it in words, tests/boundaries.test.ts breaks each rule on purpose.
 * @type {import('dependency-cruiser').IConfiguration}
 */
export default {
  forbidden: [
    { name: 'no-cycle', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'ui-knows-only-ui',
      severity: 'error',
      from: { path: '^app/ui/', pathNot: TEST },
      to: { path: OURS, pathNot: '^app/ui/' },
    },
    {
      name: 'platform-knows-only-platform',
      severity: 'error',
      from: { path: '^app/platform/', pathNot: TEST },
      to: { path: OURS, pathNot: '^app/platform/' },
    },
    {
      name: 'features-meet-in-routes',
      severity: 'error',
      from: { path: '^app/features/([^/]+)/', pathNot: TEST },
      to: {
        path: OURS,
        pathNot: ['^app/features/$1/', `^app/features/[^/]+${CONTRACT}`, '^app/(ui|platform)/', SITE],
      },
    },
    {
      name: 'shell-surrounds-features',
      severity: 'error',
      from: { path: '^app/shell/', pathNot: TEST },
      to: { path: OURS, pathNot: ['^app/(shell|features|ui|platform)/', SITE] },
    },
    {
      name: 'desk-is-apart',
      severity: 'error',
      from: { path: '^app/', pathNot: ['^app/desk/', TEST] },
      to: { path: '^app/desk/' },
    },
    {
      name: 'app-does-not-know-its-process',
      severity: 'error',
      from: { path: '^app/', pathNot: TEST },
      to: { path: '^(server|tests|bench|scripts|db)/' },
    },
    {
      name: 'server-draws-nothing',
      severity: 'error',
      from: { path: '^server/', pathNot: TEST },
      to: { path: '^app/(shell|ui)/' },
    },
    {
      name: 'server-needs-no-tools',
      severity: 'error',
      from: { path: '^server/', pathNot: TEST },
      to: { path: '^(scripts|tests|bench)/' },
    },
    {
      name: 'scripts-need-no-tests',
      severity: 'error',
      from: { path: '^scripts/' },
      to: { path: '^(tests|bench)/' },
    },
    {
      name: 'tests-need-no-benchmarks',
      severity: 'error',
      from: { path: '^tests/' },
      to: { path: '^bench/' },
    },
    {
      name: 'server-code-stays-on-the-server',
      severity: 'error',
      from: {
        path: '^app/',
        pathNot: [SERVER_ONLY, TEST],
      },
      to: { path: SERVER_ONLY, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'shared-code-runs-in-browsers',
      severity: 'error',
      from: { path: '^app/', pathNot: [SERVER_ONLY, TEST] },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'contracts-stand-alone',
      severity: 'error',
      from: { path: CONTRACT },
      to: { pathNot: [CONTRACT, '(^|/)node_modules/valibot/'] },
    },
    {
      name: 'imports-exist',
      severity: 'error',
      from: { pathNot: TEST },
      to: { couldNotResolve: true, pathNot: 'build/server' },
    },
  ],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    combinedDependencies: true,
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['node', 'import', 'default'] },
  },
}
