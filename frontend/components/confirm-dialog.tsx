import { Suspense, useState } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { lazyPart } from '../lib/screen/lazy-part.ts';

export interface ConfirmQuestion {
  title: string;
  /** Describes what will be lost or changed. */
  body: string;
  /** A verb for the action. */
  confirmLabel: string;
  cancelLabel?: string;
  danger?: boolean;
}

interface Pending {
  question: ConfirmQuestion;
  answer: (yes: boolean) => void;
}

const store = createStore<{ pending: Pending | null; open: boolean }>(() => ({ pending: null, open: false }));

/** Asks a yes-or-no question in a dialog. A new question answers a still open question with no. */
export const confirm = (question: ConfirmQuestion): Promise<boolean> =>
  new Promise((resolve) => {
    store.getState().pending?.answer(false);
    store.setState({ pending: { question, answer: resolve }, open: true });
  });

const Question = lazyPart(async () => ({
  default: (await import('./confirm-question.tsx')).ConfirmQuestionDialog,
}));

/** Shows the questions of {@link confirm}; mounted once. Its code loads with the first question. */
export const ConfirmDialog = () => {
  const { pending, open } = useStore(store);
  const [asked, setAsked] = useState(false);
  if (open && !asked) setAsked(true);
  if (!asked || pending === null) return null;
  return (
    <Suspense fallback={null}>
      <Question
        question={pending.question}
        open={open}
        onAnswer={(yes) => {
          pending.answer(yes);
          // The question stays until the dialog has faded out.
          store.setState({ open: false });
        }}
      />
    </Suspense>
  );
};
