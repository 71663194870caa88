import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { findObstacle } from './find-obstacle.ts'

const isConfigSupported = vi.fn()
const canPlayType = vi.fn()
let page: Record<string, unknown>

beforeEach(() => {
  isConfigSupported.mockReset().mockResolvedValue({ supported: true })
  page = { isSecureContext: true, WebSocket: {}, VideoEncoder: { isConfigSupported } }
  vi.stubGlobal('window', page)
  vi.stubGlobal('document', { createElement: () => ({ canPlayType }) })
  vi.stubGlobal('VideoEncoder', page.VideoEncoder)
  vi.stubGlobal('navigator', { mediaDevices: { getUserMedia() {} } })
  vi.stubGlobal('HTMLVideoElement', { prototype: { requestVideoFrameCallback() {} } })
})

afterEach(() => vi.unstubAllGlobals())

test('a browser that can encode H.264 in 720p meets no obstacle', async () => {
  expect(await findObstacle()).toBeUndefined()
  expect(isConfigSupported).toHaveBeenCalledWith(
    expect.objectContaining({ codec: 'avc1.42e01f', width: 1280, height: 720 }),
  )
})

test('WebKitGTK is asked about playing before it is asked about encoding', async () => {
  await findObstacle()
  expect(canPlayType).toHaveBeenCalledBefore(isConfigSupported)
})

test('a page without https is the first obstacle', async () => {
  page.isSecureContext = false
  vi.stubGlobal('navigator', {})
  expect(await findObstacle()).toEqual({ kind: 'insecure' })
})

test.each<[string, () => unknown]>([
  ['getUserMedia', () => vi.stubGlobal('navigator', {})],
  ['WebSocket', () => delete page.WebSocket],
  ['WebCodecs', () => delete page.VideoEncoder],
  ['requestVideoFrameCallback', () => vi.stubGlobal('HTMLVideoElement', { prototype: {} })],
  ['H.264', () => isConfigSupported.mockResolvedValue({ supported: false })],
  ['H.264', () => isConfigSupported.mockRejectedValue(new TypeError('unknown option'))],
])('without %s, the visitor reads what is missing', async (missing, remove) => {
  remove()
  expect(await findObstacle()).toEqual({ kind: 'unsupported', missing })
})
