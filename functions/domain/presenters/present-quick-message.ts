import type { QuickMessageView } from '@prosa/shared/contracts/quick-messages.ts';
import type { QuickMessage } from '@prosa/shared/entities/quick-message.ts';

/**
 * Presents a quick message, for responses and events.
 * @param link makes a short-lived link to a stored file
 */
export const presentQuickMessage = (
  quick: QuickMessage & { version: number; rowCreatedAt: string; rowUpdatedAt: string },
  link: (key: string) => string,
): QuickMessageView => ({
  id: quick.id,
  shortcode: quick.shortcode,
  message: quick.message,
  mediaPath: quick.media === null ? null : link(quick.media.key),
  mediaName: quick.media === null ? null : quick.media.fileName,
  geral: quick.isEditableByAll,
  visao: quick.isShared,
  status: quick.active,
  userId: quick.userId,
  companyId: quick.companyId,
  createdAt: quick.rowCreatedAt,
  updatedAt: quick.rowUpdatedAt,
  version: quick.version,
});
