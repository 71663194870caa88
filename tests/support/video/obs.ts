import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findObs, findOrInstall } from '../../../scripts/support/find-program.ts'
import { startDisplay } from '../engines/display.ts'
import { openPrograms } from '../engines/programs.ts'

const CLIP = fileURLToPath(new URL('../../../media/camera.flv', import.meta.url))
const NAME = 'NPC'

export type Obs = {
  /** Everything that OBS wrote to its log. */
  log(): Promise<string>
  stop(): Promise<void>
}

/** OBS Studio on a display of its own. It streams our clip as soon as it is up. */
export async function startObs(server: string, key: string): Promise<Obs> {
  const programs = await openPrograms()
  const settings = join(programs.folder, '.config', 'obs-studio')
  await writeSettings(settings, server, key)
  programs.start(findOrInstall(findObs, 'obs-studio'), ['--startstreaming', '--multi', '--disable-updater'], {
    DISPLAY: await startDisplay(programs),
    XDG_RUNTIME_DIR: programs.folder,
    QT_QPA_PLATFORM: 'xcb',
    LIBGL_ALWAYS_SOFTWARE: '1',
  })
  return { log: () => readLog(join(settings, 'logs')), stop: programs.close }
}

async function readLog(folder: string): Promise<string> {
  const names = await readdir(folder).catch(() => [])
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
  return texts.join('\n')
}

async function writeSettings(folder: string, server: string, key: string): Promise<void> {
  const profile = join(folder, 'basic', 'profiles', NAME)
  await mkdir(profile, { recursive: true })
  await mkdir(join(folder, 'basic', 'scenes'), { recursive: true })
  await writeFile(
    join(folder, 'global.ini'),
    ini({
      General: { FirstRun: 'true', LastVersion: '486539266', ConfirmOnExit: 'false' },
      Basic: { Profile: NAME, ProfileDir: NAME, SceneCollection: NAME, SceneCollectionFile: NAME },
    }),
  )
  await writeFile(
    join(profile, 'basic.ini'),
    ini({
      General: { Name: NAME },
      Output: { Mode: 'Simple' },
      SimpleOutput: { VBitrate: '800', ABitrate: '96', StreamEncoder: 'x264', Preset: 'ultrafast' },
      Video: { BaseCX: '640', BaseCY: '360', OutputCX: '640', OutputCY: '360', FPSCommon: '30' },
    }),
  )
  const service = { type: 'rtmp_custom', settings: { server, key, use_auth: false } }
  await writeFile(join(profile, 'service.json'), JSON.stringify(service))
  await writeFile(join(folder, 'basic', 'scenes', `${NAME}.json`), JSON.stringify(sceneOfClip()))
}

function ini(sections: Record<string, Record<string, string>>): string {
  return Object.entries(sections)
    .map(([name, values]) =>
      [`[${name}]`, ...Object.entries(values).map((entry) => entry.join('='))].join('\n'),
    )
    .join('\n\n')
}

function sceneOfClip() {
  const clip = { id: 'ffmpeg_source', name: 'Clip', settings: { local_file: CLIP, looping: true } }
  const scene = { id: 'scene', name: 'Scene', settings: { items: [{ id: 1, name: 'Clip', visible: true }] } }
  return {
    name: NAME,
    current_scene: 'Scene',
    current_program_scene: 'Scene',
    scene_order: [{ name: 'Scene' }],
    sources: [clip, scene],
  }
}
