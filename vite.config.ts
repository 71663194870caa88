import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

/** Every page needs all of it: one file compresses better than four, and stays the same from release to release. */
const framework = {
  name: 'framework',
  test: /node_modules[\\/](react|react-dom|react-router|scheduler)[\\/]/,
}

/** Small modules of every page, or of home and the live page: as files of their own, each would cost a request and headers longer than its code. */
const shared = {
  name: 'shared',
  test: (id: string) =>
    /[\\/]app[\\/](shell[\\/](?!not-found)|platform[\\/]|features[\\/](i18n|presence|votes)[\\/])/.test(id) ||
    /[\\/]app[\\/]ui[\\/](action-style|badge|icon-tile|quest-marker|section-title|toast)\.tsx?$/.test(id) ||
    /[\\/]features[\\/](npcs|live)[\\/]contract\.ts$/.test(id) ||
    /[\\/](initials|milestones|npc-avatar|use-messages|use-stream)\.tsx?$/.test(id),
}

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  environments: {
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups: [framework, shared] } } } } },
  },
})
