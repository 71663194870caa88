import { Check } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { MAX_STEP_LENGTH, type Mission } from '../../features/missions/contract.ts'
import { fill } from '../../platform/browser/messages.tsx'
import { findTextFault, tidyText } from '../../platform/names/shown-text.ts'
import { actionStyle } from '../../ui/action-style.ts'
import { TextField } from '../../ui/text-field.tsx'
import { Panel } from '../parts/panel.tsx'
import { ProblemLine } from '../parts/problem-line.tsx'
import { describeStepFault } from './describe-fault.ts'
import { StepEditor } from './step-editor.tsx'
import { useSteps } from './use-steps.ts'
import { words } from './words.ts'

type Props = { mission: Mission; reread(): Promise<boolean> }
type Steps = ReturnType<typeof useSteps>

export function StepsPanel({ mission, reread }: Props) {
  const list = useSteps(mission, reread)
  const [isChanging, setIsChanging] = useState(false)
  const { steps, problem, send, toggle } = list
  return (
    <Panel id="steps" title={words.stepsTitle}>
      <p className="mb-4 text-muted">{steps.length === 0 ? words.noSteps : words.tapNote}</p>
      <ProblemLine problem={problem} />
      <ol className="flex flex-col gap-2">
        {steps.map((step, at) => (
          <li key={step.id}>
            {isChanging ? (
              <StepEditor steps={steps} at={at} send={send} />
            ) : (
              <button
                type="button"
                aria-pressed={step.is_done}
                onClick={() => toggle(step)}
                className="group flex min-h-14 w-full items-center gap-4 rounded-xl border border-line bg-paper px-4 py-3 text-left hover:border-muted"
              >
                <span className="flex size-7 shrink-0 items-center justify-center rounded-full border-2 border-muted group-aria-pressed:border-quest group-aria-pressed:bg-quest group-aria-pressed:text-on-quest">
                  {step.is_done && <Check aria-hidden="true" className="size-5" strokeWidth={3} />}
                </span>
                <span className="min-w-0 break-words group-aria-pressed:text-muted group-aria-pressed:line-through">
                  {step.text}
                </span>
              </button>
            )}
          </li>
        ))}
      </ol>
      <NewStep send={send} />
      {steps.length > 0 && (
        <div className="mt-4 flex flex-wrap gap-3">
          <button
            type="button"
            aria-pressed={isChanging}
            className={actionStyle.quiet}
            onClick={() => setIsChanging(!isChanging)}
          >
            {isChanging ? words.endChanging : words.changeSteps}
          </button>
          <button
            type="button"
            className={actionStyle.danger}
            onClick={() =>
              window.confirm(fill(words.confirmRemoveAll, { count: steps.length })) &&
              void send({ method: 'DELETE', path: '' })
            }
          >
            {words.removeAll}
          </button>
        </div>
      )}
    </Panel>
  )
}

function NewStep({ send }: Pick<Steps, 'send'>) {
  const [text, setText] = useState('')
  const [isChecked, setIsChecked] = useState(false)
  const fault = findTextFault(tidyText(text), MAX_STEP_LENGTH)

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    setIsChecked(true)
    if (fault) return
    if (await send({ method: 'POST', path: '', body: { text } })) {
      setText((now) => (now === text ? '' : now))
      setIsChecked(false)
    }
  }

  return (
    <form noValidate onSubmit={submit} className="mt-4 flex flex-col gap-1">
      <TextField
        label={words.newStep}
        note={fill(words.stepNote, { count: MAX_STEP_LENGTH })}
        error={isChecked && fault ? describeStepFault(fault) : undefined}
        enterKeyHint="done"
        value={text}
        onChange={({ target }) => {
          setText(target.value)
          setIsChecked(false)
        }}
      />
      <button type="submit" className={actionStyle.primary}>
        {words.addStep}
      </button>
    </form>
  )
}
