import { type InboundEvent, inboundEventSchema } from '@prosa/shared/messaging/inbound-event.ts';
import { actAs, systemPrincipal } from '../../platform/auth/principal.ts';
import { directoryWith } from '../../platform/directory.ts';
import { systemIds } from '../../platform/ids.ts';
import { queueHandler } from '../../platform/lambda/queue-handler.ts';
import { log, withLogFields } from '../../platform/log.ts';
import { quarantine } from '../../platform/queue/quarantine.ts';
import { openTable } from '../../platform/table/table.ts';
import { keepNumberResult } from '../../repositories/connections/number-checks.ts';
import { changeIdentities, nameFromPhone, notePreference } from './change-contact.ts';
import { changeMessage } from './change-message.ts';
import type { InboundContext } from './ports.ts';
import { raiseUntil } from './raise-until.ts';
import { readOnPhone } from './read-on-phone.ts';
import { writeSessionState } from './session-state.ts';
import { settleChange, settleSend } from './settle-send.ts';
import { storeMedia } from './store-media.ts';
import { storeMessage } from './store-message.ts';
import { takeAnswer } from './take-answer.ts';
import { takeCheckedNumbers } from './take-checked-numbers.ts';
import { changePicture, takeProfile } from './take-profile.ts';

const QUEUE = 'inbound';

const processEvent = async (context: InboundContext, event: InboundEvent): Promise<void> => {
  switch (event.type) {
    case 'message':
      log.debug('message processed', { result: await storeMessage(context, event) });
      return;
    case 'receipt':
    case 'send-failure':
    case 'reaction':
    case 'edit':
    case 'revoke':
    case 'poll-vote':
    case 'pin':
      return changeMessage(context, event);
    case 'receipt-until':
      return raiseUntil(context, event);
    case 'chat-read':
      return readOnPhone(context, event);
    case 'new-identities':
      return changeIdentities(context, event);
    case 'profile':
      return takeProfile(context, event);
    case 'picture-change':
      return changePicture(context, event);
    case 'address-book-name':
      return nameFromPhone(context, event);
    case 'marketing-preference':
      return notePreference(context, event);
    case 'media':
      return storeMedia(context, event);
    case 'send-result':
      return settleSend(context, event);
    case 'number-check':
      return keepNumberResult(context.table, event, context.nowMs);
    case 'numbers-checked':
      return takeCheckedNumbers(context, event);
    case 'change-result':
      return settleChange(context, event);
    case 'answer':
      return takeAnswer(context, event);
    case 'session':
      return writeSessionState(context, event);
  }
};

/** Worker of the queue `inbound`: conversations in parallel, each in its order. */
export const handler = queueHandler(
  inboundEventSchema,
  (event, { body, nowMs }) => {
    const { connectionId, type } = event;
    const system = systemPrincipal('inbound', event.companyId);
    const process = async (): Promise<void> => {
      const directory = await directoryWith(system.companyId, connectionId);
      if (directory === undefined) {
        return quarantine(QUEUE, 'unknown company or connection', body, nowMs);
      }
      await processEvent({ table: openTable(system.companyId), directory, ids: systemIds, nowMs }, event);
    };
    return actAs(system, () => withLogFields({ connectionId, event: type }, process));
  },
  QUEUE,
);
