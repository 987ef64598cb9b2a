import { type Assistant, WRITTEN } from '@prosa/shared/entities/assistant.ts';
import type { InboundEventOf } from '@prosa/shared/messaging/inbound-event.ts';
import { speak } from '../../assistants/speak.ts';
import type { Channel } from '../../channels/channel.ts';
import { SPEECH_TYPE } from '../../domain/assistants/speech.ts';
import { speechCost } from '../../domain/assistants/token-costs.ts';
import { openAssistantKey } from '../../platform/assistant-secrets.ts';
import type { CompanyId } from '../../platform/auth/company-id.ts';
import { putObject } from '../../platform/blob/blob.ts';
import { detectType } from '../../platform/blob/detect-type.ts';
import { pendingKey } from '../../platform/blob/file-keys.ts';
import type { Clock } from '../../platform/clock.ts';
import type { AskOutside } from '../../platform/fetch-outside.ts';
import type { Ids } from '../../platform/ids.ts';
import type { Budget } from '../../repositories/assistants/assistant-usage.ts';

type Says = InboundEventOf<'answer'>['says'];

const FILE_NAME = 'audio.ogg';
const HEAD_BYTES = 4100;

/**
 * Returns an assistant's text as it is sent: as a voice message, if the assistant has a voice and the channel has
 * voice messages. Without speech, or with too little left of the month, it is sent in writing. The file's place is a pending one, which the bucket empties
 * after a day.
 */
export const saidBy = async (
  { ask, clock, ids }: { ask: AskOutside; clock: Clock; ids: Ids },
  { companyId, channel }: { companyId: CompanyId; channel: Channel },
  assistant: Assistant,
  text: string,
  budget: Budget,
): Promise<Says> => {
  if (text === '') return [];
  const { voiceNotes, fileBytes } = channel.capabilities;
  const { voiceKey: key } = assistant;
  if (!voiceNotes || key === null || assistant.voice === WRITTEN) return [{ text }];
  const tokens = speechCost(text);
  if (!(await budget.reserve(tokens, clock.now()))) return [{ text }];
  budget.spend(tokens);
  const voiceKey = await openAssistantKey(companyId, assistant.id, 'voiceKey', key.sealed);
  const bytes = await speak({ ask, voiceKey }, assistant, text);
  const size = bytes?.byteLength ?? 0;
  if (bytes === undefined || size > fileBytes.audio) return [{ text }];
  const type = await detectType(bytes.subarray(0, HEAD_BYTES));
  if (type?.startsWith('audio/ogg') !== true) return [{ text }];
  const place = pendingKey(companyId, ids.uuid());
  await putObject(place, bytes, SPEECH_TYPE, FILE_NAME);
  return [{ text: '', file: { key: place, mimeType: SPEECH_TYPE, fileName: FILE_NAME, size, voice: true } }];
};
