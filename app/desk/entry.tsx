import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { restoreTheme } from '../shell/theme.ts'
import { Desk } from './desk.tsx'
import './desk.css'

restoreTheme()

const place = document.getElementById('desk')
if (place === null) throw new Error('the document has no place for the desk')
createRoot(place).render(
  <StrictMode>
    <Desk />
  </StrictMode>,
)
