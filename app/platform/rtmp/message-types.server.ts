/** The types of RTMP messages (Adobe's RTMP specification, 5.4, 6.2 and 7.1) that we read or write. */
export const SET_CHUNK_SIZE = 1
export const ABORT = 2
export const ACKNOWLEDGEMENT = 3
export const USER_CONTROL = 4
export const WINDOW_SIZE = 5
export const PEER_BANDWIDTH = 6
export const AUDIO = 8
export const VIDEO = 9
export const COMMAND_AMF3 = 17
export const COMMAND = 20
