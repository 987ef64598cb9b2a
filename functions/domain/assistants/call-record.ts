import { type AssistantCall, CALL_QUESTION_CHARS } from '@prosa/shared/entities/assistant.ts';
import { CALL_ANSWER_CHARS } from '@prosa/shared/entities/service-call.ts';
import type { Asked } from './chat-answer.ts';
import type { Line, Question } from './question.ts';

/** What the log keeps of a call. */
type CallRecord = Pick<
  AssistantCall,
  'question' | 'answer' | 'status' | 'failure' | 'durationMs' | 'tokens' | 'handedTo'
>;

/** Returns the newest lines of a conversation that fit into the log, at least the last one, which is cut. */
const newestLines = (lines: readonly Line[]): Line[] => {
  const kept: Line[] = [];
  let left = CALL_QUESTION_CHARS;
  for (const { by, text } of lines.toReversed()) {
    if (kept.length > 0 && text.length > left) break;
    const shown = text.slice(0, CALL_QUESTION_CHARS).toWellFormed();
    kept.unshift({ by, text: shown });
    left -= shown.length;
  }
  return kept;
};

/** Returns what the log keeps of a call: what the customer and the company said, and what came of it. */
export const callRecord = ({ lines }: Pick<Question, 'lines'>, asked: Asked): CallRecord => {
  const { status, durationMs, tokens } = asked;
  const own = { question: newestLines(lines), status, durationMs, tokens };
  if ('failure' in asked) return { ...own, failure: asked.failure, answer: '', handedTo: null };
  const { text, handsOver } = asked;
  const answer = text.slice(0, CALL_ANSWER_CHARS).toWellFormed();
  return { ...own, failure: '', answer, handedTo: handsOver?.queueId ?? null };
};
