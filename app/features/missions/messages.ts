import type { Language } from '../i18n/contract.ts'

const en = {
  steps: 'Today’s steps',
  progress: '{done} of {count} done',
  done: 'Done',
}

export type MissionsMessages = typeof en

export const missionsMessages = {
  en,
  es: {
    steps: 'Los pasos de hoy',
    progress: '{done} de {count} completados',
    done: 'Completado',
  },
  fr: {
    steps: 'Les étapes du jour',
    progress: '{done} sur {count} accomplies',
    done: 'Accomplie',
  },
  de: {
    steps: 'Heute auf dem Plan',
    progress: '{done} von {count} geschafft',
    done: 'Geschafft',
  },
  ru: {
    steps: 'План на сегодня',
    progress: 'Выполнено {done} из {count}',
    done: 'Выполнено',
  },
  zh: {
    steps: '今日步骤',
    progress: '已完成 {done}/{count}',
    done: '已完成',
  },
} satisfies Record<Language, MissionsMessages>
