import type { FlowNodeOf } from '@prosa/shared/entities/flow.ts';
import { CONDITION_OPERATORS } from '@prosa/shared/flow-nodes/condition.ts';
import { CONTENT_ELEMENTS } from '@prosa/shared/flow-nodes/content.ts';
import { FLOW_INTERVAL_S, FLOW_OPTIONS_MAX, FLOW_TEXT_MAX_CHARS } from '@prosa/shared/rules/flow-limits.ts';
import type { TFunction } from 'i18next';
import * as z from 'zod';

type Translate = TFunction<'flows'>;

export const ANSWER_KEY_MAX = 50;
export const CONDITION_VALUE_MAX = 500;
export const OPTION_MAX_CHARS = 200;

/** A text to the customer, which may not be empty. */
export const flowText = z.string().trim().min(1).max(FLOW_TEXT_MAX_CHARS);

/** The name of a variable, as it stands between braces. */
export const variableName = z
  .string()
  .trim()
  .min(1)
  .max(ANSWER_KEY_MAX)
  .regex(/^[^{}\s]+$/);

export const messageForm = z.object({ label: flowText });

/** Returns the schema of seconds: required, above 0, at most two minutes. */
export const intervalForm = (t: Translate) =>
  z.object({
    sec: z
      .number()
      .nullable()
      .superRefine((sec, { addIssue }) => {
        if (sec === null || sec < FLOW_INTERVAL_S.min)
          addIssue({ code: 'custom', message: t('interval.missing') });
        else if (sec > FLOW_INTERVAL_S.max) addIssue({ code: 'custom', message: t('interval.tooLong') });
      })
      .transform((sec) => sec ?? 0),
  });

/** Returns the schema of a split, which has the messages of an interval, by the specification. */
export const percentForm = (t: Translate) =>
  z.object({
    percent: z.number().superRefine((percent, { addIssue }) => {
      if (percent <= 0) addIssue({ code: 'custom', message: t('interval.missing') });
    }),
  });

export const menuForm = z.object({
  message: flowText,
  arrayOption: z
    .array(z.object({ number: z.int().positive(), value: z.string().trim().min(1).max(OPTION_MAX_CHARS) }))
    .min(1)
    .max(FLOW_OPTIONS_MAX),
});

export const questionForm = z.object({ message: flowText, answerKey: variableName });

const COMPARES_NOTHING: readonly string[] = ['isEmpty', 'isNotEmpty'];
/** Whether an operator compares with a value. */
export const needsValue = (operator: string): boolean => !COMPARES_NOTHING.includes(operator);

export const conditionForm = z
  .object({
    key: variableName,
    operator: z.enum(CONDITION_OPERATORS),
    value: z.string().trim().max(CONDITION_VALUE_MAX),
  })
  .refine(({ operator, value }) => !needsValue(operator) || value !== '', {
    path: ['value'],
    params: { kind: 'missing' },
  });

/** Returns the smallest number that no option has. */
export const nextOptionNumber = (options: readonly { number: number }[]): number => {
  const taken = new Set(options.map(({ number }) => number));
  let number = 1;
  while (taken.has(number)) number += 1;
  return number;
};

/** A block of a content node in its form. */
export const blockSchema = z.object({
  /** Made in the browser, for the form only. */
  blockId: z.string(),
  type: z.enum(CONTENT_ELEMENTS),
  /** A text, or the name of a stored file. */
  value: z.string().max(FLOW_TEXT_MAX_CHARS),
  sec: z.number().nullable(),
  original: z.string(),
  record: z.boolean(),
  /** A file to upload. */
  file: z.custom<File | null>(),
});
export type Block = z.infer<typeof blockSchema>;

const isMedia = ({ type }: Block): boolean => type === 'img' || type === 'audio' || type === 'video';

/** Returns the schema of a content node's blocks, with the messages of the specification. */
export const contentForm = (t: Translate) =>
  z.object({
    blocks: z
      .array(
        blockSchema.superRefine((block, { addIssue }) => {
          const say = (field: string, message: string) =>
            addIssue({ code: 'custom', path: [field], message });
          if (block.type === 'message' && block.value.trim() === '') say('value', t('content.emptyText'));
          if (block.type === 'interval') {
            const sec = block.sec ?? 0;
            if (sec <= 0 || sec > FLOW_INTERVAL_S.max) say('sec', t('content.badInterval'));
          }
          if (isMedia(block) && block.value === '' && block.file === null)
            say('file', t('content.emptyCards'));
        }),
      )
      .min(1),
  });

type ContentData = FlowNodeOf<'singleBlock'>['data'];

/** Returns the blocks of a content node, in the order of sending. */
export const blocksOf = ({ seq, elements }: ContentData, makeId: () => string): Block[] => {
  const ordered = [
    ...seq.flatMap((key) => elements.find(({ number }) => number === key) ?? []),
    ...elements.filter(({ number }) => !seq.includes(number)),
  ];
  return ordered.map(({ type, value, original, record }) => ({
    blockId: makeId(),
    type,
    value: type === 'interval' ? '' : value,
    sec: type === 'interval' ? Number(value) : null,
    original,
    record,
    file: null,
  }));
};

/**
 * Returns the data of a content node. Keys are the type and the position: `message0`, `img1`.
 * @param stored names of the uploaded files, by block id
 */
export const contentOf = (blocks: readonly Block[], stored: ReadonlyMap<string, string>): ContentData => {
  const elements = blocks.map(({ blockId, type, value, sec, original, record, file }, index) => ({
    type,
    value: type === 'interval' ? String(sec ?? 0) : (stored.get(blockId) ?? value),
    number: `${type}${index}`,
    original: file?.name ?? original,
    record: type === 'audio' && record,
  }));
  return { seq: elements.map(({ number }) => number), elements };
};
