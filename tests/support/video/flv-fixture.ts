import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { RtmpMessage } from '../../../app/platform/rtmp/chunk-reader.server.ts'
import { readFlv } from '../../../scripts/camera/flv-reader.ts'

const FOLDER = new URL('../../fixtures/', import.meta.url)
const SCRIPT_DATA = 18

export type FixtureName = 'b-frames-44100' | 'keyframes-8s' | 'changed' | 'silent'

export function fixturePath(name: FixtureName): string {
  return fileURLToPath(new URL(`${name}.flv`, FOLDER))
}

/** A recorded stream, as a publisher would send it. */
export function readFixture(name: FixtureName): RtmpMessage[] {
  return readFlv(readFileSync(fixturePath(name)))
    .filter(({ type }) => type !== SCRIPT_DATA)
    .map((tag) => ({ ...tag, streamId: 1 }))
}
