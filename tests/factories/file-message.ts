import { makeMessageId } from '@prosa/functions/domain/message-id.ts';
import type { MessageRow } from '@prosa/functions/repositories/tickets/messages.ts';
import { AT, messageRow } from './rows.ts';

type Place = Pick<MessageRow, 'companyId' | 'contactId' | 'connectionId' | 'ticketId'>;

/** Returns a message's media field with a stored picture. */
export const storedPicture = (companyId: number, nth: number): NonNullable<MessageRow['media']> => ({
  state: 'stored',
  key: `t/${companyId}/${nth}`,
  mimeType: 'image/png',
  fileName: `${nth}.png`,
  size: 3,
  voice: false,
  durationS: null,
  reason: '',
});

/** Returns a message with a picture, sent `nth` seconds after {@link AT}; no file is stored for it. */
export const fileMessage = (place: Place, nth: number, fields: Partial<MessageRow> = {}): MessageRow => {
  const sentAtMs = Date.parse(AT) + nth * 1000;
  const sortKey = `${sentAtMs}-${String(nth).padStart(20, '0')}`;
  return messageRow({
    ...place,
    sortKey,
    id: makeMessageId({ ...place, sortKey }),
    sentAt: new Date(sentAtMs).toISOString(),
    mediaType: 'image',
    media: storedPicture(place.companyId, nth),
    ...fields,
  });
};
