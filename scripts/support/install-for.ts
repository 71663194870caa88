import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Platform } from './lock-file.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const INSTALL_FILES = ['package.json', 'package-lock.json', '.npmrc']

/** Installs the lock file as another platform would. False if npm fails, which prints why. */
export async function installFor(
  { os, cpu, libc }: Platform,
  folder: string,
  ...options: string[]
): Promise<boolean> {
  for (const file of INSTALL_FILES) await copyFile(join(ROOT, file), join(folder, file))
  const target = [`--os=${os}`, `--cpu=${cpu}`, ...(libc ? [`--libc=${libc}`] : [])]
  const quiet = ['--ignore-scripts', '--prefer-offline', '--loglevel=error']
  const child = spawn('npm', ['ci', ...target, ...quiet, ...options], { cwd: folder, stdio: 'inherit' })
  const [code] = await once(child, 'exit')
  return code === 0
}
