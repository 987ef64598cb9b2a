import { type ReactNode, useMemo } from 'react';
import * as z from 'zod';
import { FormDialog } from '../../../components/form-dialog.tsx';
import type { Offered } from '../../directory/components/offered-field.tsx';

/** An integration or an assistant as a node names it. */
interface Leader {
  id: number;
  name: string;
}

interface LeaderStepFormProps {
  chosen: Leader | null;
  offered: Offered;
  /** Error while none is chosen. */
  missing: string;
  title: string;
  submitLabel: string;
  onSave: (leader: Leader | null) => void;
  onClose: () => void;
  /** The field with the name `leaderId`. */
  children: ReactNode;
}

/** The dialog of a node that hands the conversation to an integration or an assistant. */
export const LeaderStepForm = ({ chosen, offered, missing, onSave, ...dialog }: LeaderStepFormProps) => {
  const schema = useMemo(
    () =>
      z.object({
        leaderId: z
          .number()
          .nullable()
          .superRefine((id, { addIssue }) => {
            if (id === null) addIssue({ code: 'custom', message: missing });
          }),
      }),
    [missing],
  );
  return (
    <FormDialog
      open
      width="narrow"
      {...dialog}
      schema={schema}
      defaultValues={{ leaderId: chosen?.id ?? null }}
      onSubmit={async ({ leaderId: id }) => {
        const name = offered.items?.find((one) => one.id === id)?.name ?? chosen?.name ?? '';
        onSave(id === null ? null : { id, name });
      }}
    />
  );
};
