import Box from '@mui/material/Box';
import { type ReactNode, useEffect, useRef } from 'react';
import { useFormContext } from 'react-hook-form';
import { FIELD_COLUMN } from './field-column.tsx';

interface FormPartProps {
  shown: boolean;
  /** Called to show this part: saving failed for a field in it, and no visible field has an error. */
  onProblem: () => void;
  children: ReactNode;
}

/** An invalid field, or the control that leads to an invalid field that is not visible. */
const WRONG = '[aria-invalid=true], [data-problem]';

/** One of several parts of a form, of which one is shown at a time. All parts keep their values. */
export const FormPart = ({ shown, onProblem, children }: FormPartProps) => {
  const box = useRef<HTMLDivElement>(null);
  const { submitCount } = useFormContext().formState;
  const answered = useRef(0);
  useEffect(() => {
    if (answered.current === submitCount) return;
    answered.current = submitCount;
    const wrong = [...(box.current?.parentElement?.querySelectorAll<HTMLElement>(WRONG) ?? [])];
    const first = wrong[0];
    if (first === undefined || wrong.some((field) => field.checkVisibility())) return;
    if (box.current?.contains(first) === true) onProblem();
  }, [submitCount, onProblem]);
  const wasShown = useRef(shown);
  useEffect(() => {
    if (shown && !wasShown.current) box.current?.querySelector<HTMLElement>(WRONG)?.focus();
    wasShown.current = shown;
  }, [shown]);
  return (
    <Box ref={box} sx={shown ? FIELD_COLUMN : { display: 'none' }}>
      {children}
    </Box>
  );
};
