import type { CorrectionView } from '@prosa/shared/contracts/assistant-corrections.ts';
import type { AssistantCorrection } from '@prosa/shared/entities/assistant-knowledge.ts';
import type { NameSource } from './present-ticket.ts';

/** Presents a correction, with the user who wrote it. */
export const presentCorrection = (
  {
    companyId,
    assistantId,
    id,
    question,
    answer,
    createdById,
    createdAt,
    rowUpdatedAt,
    version,
  }: AssistantCorrection & { version: number; rowUpdatedAt: string },
  { users }: Pick<NameSource, 'users'>,
): CorrectionView => {
  const user = users.get(createdById);
  return {
    companyId,
    assistantId,
    id,
    question,
    answer,
    createdBy: user === undefined ? null : { id: user.id, name: user.name },
    createdAt,
    updatedAt: rowUpdatedAt,
    version,
  };
};
