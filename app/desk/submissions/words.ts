import type { SubmissionState } from '../../features/submissions/contract.ts'

const states: Record<SubmissionState, string> = {
  new: 'New',
  talking: 'Talking',
  accepted: 'Accepted',
  declined: 'Declined',
}

export const words = {
  applications: 'Applications',
  applicationsNote: 'Who wants to be an NPC.',
  advertising: 'Advertising',
  advertisingNote: 'Who wants to book ad time.',

  states,
  stateCount: '{state} ({count})',
  byState: 'By state',
  none: 'There are none in this state.',
  earlier: 'Earlier ones',
  export: 'Export all as CSV',
  back: 'Back to the list',
  received: 'Received {time}',
  receivedIn: 'Received {time} from the {language} page',

  keptUntil: 'Deleted after {time}, unless a note or a change of state comes before.',
  kept: 'Kept until you delete it.',
  moveTo: 'Move to',
  move: 'Move to {state}',
  notes: 'Notes',
  noNotes: 'Nobody has written a note yet.',
  newNote: 'New note',
  noteMissing: 'Write something first.',
  addNote: 'Add note',
  noteBy: '{author}, {time}',
  delete: 'Delete for good',
  confirmDelete: 'Delete this for good, with its notes? Nobody can bring it back.',

  name: 'Name',
  xAccount: 'X account',
  noXAccount: 'None. Look in the reason for another way to answer.',
  reason: 'Reason',

  brand: 'Brand',
  contact: 'Contact',
  minutes: 'Minutes',
  price: 'Price',
  wishedThere: 'Wished time, for them',
  wishedHere: 'Wished time, for you',
  zoned: '{time} ({zone})',
  text: 'Text',
  image: 'Image',
  download: 'Download the image',
  downloadNote: 'A stranger sent it. Open it as carefully as any file from the internet.',
}
