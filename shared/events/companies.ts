import * as z from 'zod';
import { type CompanySettingsView, companySettingsViewSchema } from '../contracts/companies.ts';
import { defineEvent, referenceSchema } from './define-event.ts';

/** A company's settings as live events contain them. */
export const settingsExample: CompanySettingsView = {
  companyId: 2,
  language: 'pt',
  hoursCloseTicketsAuto: 24,
  chatBotType: 'text',
  scheduleType: 'disabled',
  acceptCallWhatsapp: 'enabled',
  AcceptCallWhatsappMessage: '',
  userRandom: 'enabled',
  sendGreetingMessageOneQueues: 'enabled',
  sendSignMessage: 'enabled',
  sendFarewellWaitingTicket: 'disabled',
  userRating: 'disabled',
  sendGreetingAccepted: 'enabled',
  greetingAcceptedMessage: '',
  checkMsgIsGroup: 'enabled',
  sendQueuePosition: 'disabled',
  sendQueuePositionMessage: '',
  acceptAudioMessageContact: 'enabled',
  sendMsgTransfTicket: 'disabled',
  transferMessage: '',
  enableLGPD: 'disabled',
  requiredTag: 'disabled',
  lgpdDeleteMessage: 'disabled',
  lgpdHideNumber: 'disabled',
  lgpdConsent: 'disabled',
  lgpdLink: '',
  lgpdMessage: '',
  closeTicketOnTransfer: false,
  DirectTicketsToWallets: 'disabled',
  showNotificationPending: false,
  oneSessionPerUser: 'disabled',
  transcriptionUrl: 'https://api.openai.com/v1',
  transcriptionModel: 'whisper-1',
  transcriptionKey: false,
};

export const companyEvents = {
  settings: defineEvent({
    name: 'company-{companyId}-settings',
    audience: { kind: 'company' },
    schema: z.union([
      z.object({ action: z.literal('update'), setting: companySettingsViewSchema }),
      referenceSchema,
    ]),
    fit: {
      // Settings have no version of their own in events.
      refer: ({ params, data }) =>
        'setting' in data ? { action: 'reference', id: params.companyId, version: 0 } : undefined,
    },
    examples: [
      {
        action: 'update',
        setting: settingsExample,
      },
      { action: 'reference', id: 2, version: 0 },
    ],
  }),
};
