import * as z from 'zod';
import { assistantCorrectionSchema } from '../entities/assistant-knowledge.ts';
import { idSchema, instantSchema, textSchema } from '../entities/common.ts';
import { assistantRoutes } from './assistants.ts';
import { idInput, idParams, messageResponse } from './fields.ts';
import { route } from './route.ts';

/** Corrections of one assistant. */
export const CORRECTIONS_MAX = 200;
export const CORRECTED_QUESTION_CHARS = 1000;
export const CORRECTED_ANSWER_CHARS = 2000;

export const correctionViewSchema = assistantCorrectionSchema.omit({ createdById: true }).extend({
  /** null if the user was removed. */
  createdBy: z.object({ id: idSchema, name: z.string() }).nullable(),
  updatedAt: instantSchema,
  version: z.int(),
});
export type CorrectionView = z.infer<typeof correctionViewSchema>;

const writable = {
  question: textSchema().trim().min(1).max(CORRECTED_QUESTION_CHARS),
  answer: textSchema().trim().min(1).max(CORRECTED_ANSWER_CHARS),
};
const correctionParams = z.strictObject({ id: idInput, correctionId: idInput });

const { permission, plan, tenancy, expiry, rate } = assistantRoutes.get;
const manage = { permission, plan, tenancy, expiry, rate };
const refusals = assistantRoutes.get.errors;

/** Routes of the right answers that people write in place of those of an assistant. */
export const assistantCorrectionRoutes = {
  corrections: route({
    id: 'assistants.corrections',
    method: 'GET',
    path: '/prompt/{id}/corrections',
    params: idParams,
    response: z.object({ corrections: z.array(correctionViewSchema) }),
    errors: refusals,
    ...manage,
    summary: `The corrections of an assistant, the newest first; at most ${CORRECTIONS_MAX}`,
  }),
  createCorrection: route({
    id: 'assistants.createCorrection',
    method: 'POST',
    path: '/prompt/{id}/corrections',
    params: idParams,
    body: z.object(writable),
    response: correctionViewSchema,
    status: 201,
    errors: [...refusals, 'ERR_CORRECTION_LIMIT', 'ERR_CONFLICT'],
    ...manage,
    summary: `Adds the right answer to a question, one of at most ${CORRECTIONS_MAX}; the assistant reads it from its next answer on`,
  }),
  updateCorrection: route({
    id: 'assistants.updateCorrection',
    method: 'PUT',
    path: '/prompt/{id}/corrections/{correctionId}',
    params: correctionParams,
    body: z.object({ ...writable, version: z.int().optional() }),
    response: correctionViewSchema,
    errors: [...refusals, 'ERR_NO_CORRECTION_FOUND', 'ERR_CONFLICT'],
    ...manage,
    summary: 'Changes a correction',
  }),
  removeCorrection: route({
    id: 'assistants.removeCorrection',
    method: 'DELETE',
    path: '/prompt/{id}/corrections/{correctionId}',
    params: correctionParams,
    response: messageResponse,
    errors: [...refusals, 'ERR_NO_CORRECTION_FOUND', 'ERR_CONFLICT'],
    ...manage,
    summary: 'Removes a correction',
  }),
} as const;
