import { findGStreamer, findOrInstall, findWebKit } from '../../../scripts/support/find-program.ts'

const PLUGINS = [
  // Decodes H.264 and AAC.
  { file: 'libgstlibav.so', packageName: 'gstreamer1.0-libav' },
  // Encodes H.264; WebKit offers no encoder without the parser that follows it.
  { file: 'libgstx264.so', packageName: 'gstreamer1.0-plugins-ugly' },
  { file: 'libgstvideoparsersbad.so', packageName: 'gstreamer1.0-plugins-bad' },
]

export function installWebKit() {
  for (const { file, packageName } of PLUGINS) findOrInstall(() => findGStreamer(file), packageName)
  return findOrInstall(findWebKit, 'webkit2gtk-driver')
}
