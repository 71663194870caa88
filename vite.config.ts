import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** Every page needs all of it: one file compresses better than three, and stays the same from release to release. */
const framework = {
  name: 'framework',
  test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/,
}

/** Small modules of every page, or of home and the live page: as files of their own, each would cost a request and headers longer than its code. */
const shared = {
  name: 'shared',
  test: (id: string) =>
    /[\\/]app[\\/](shell[\\/](?!not-found)|platform[\\/](?!names)|features[\\/](i18n|presence|votes)[\\/])/.test(
      id,
    ) ||
    /[\\/]app[\\/]ui[\\/](action-style|badge|icon-tile|quest-marker|section-title|toast)\.tsx?$/.test(id) ||
    /[\\/]features[\\/](npcs|live)[\\/]contract\.ts$/.test(id) ||
    /[\\/](current-cap|initials|milestones|npc-avatar|use-messages|use-roadmap|use-site|use-stream)\.tsx?$/.test(
      id,
    ),
}

export default defineConfig({
  plugins: [tailwindcss(), react()],
  builder: {},
  environments: {
    client: {
      build: {
        outDir: 'build/client',
        manifest: true,
        modulePreload: { polyfill: false },
        rolldownOptions: {
          input: ['app/entry.client.tsx', 'app/app.css'],
          output: { codeSplitting: { groups: [framework, shared] } },
        },
      },
    },
    desk: {
      consumer: 'client',
      build: {
        outDir: 'build/desk',
        manifest: true,
        copyPublicDir: false,
        modulePreload: { polyfill: false },
        rolldownOptions: { input: 'app/desk/entry.tsx' },
      },
    },
    ssr: {
      // The few icons and functions in use, instead of whole packages that the server would load.
      resolve: { noExternal: ['lucide-react', 'uqr', '@wallet-standard/app'] },
      build: { outDir: 'build/server', ssr: 'app/entry.server.tsx', copyPublicDir: false },
    },
  },
})
