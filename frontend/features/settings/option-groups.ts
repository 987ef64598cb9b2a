import type { CompanySettingsView } from '@prosa/shared/contracts/companies.ts';

/** A setting that is on or off; with a text that one of these positions sends and cannot be without, and one it depends on. */
export interface SwitchOption {
  kind: 'switch';
  column:
    | 'sendGreetingMessageOneQueues'
    | 'sendQueuePosition'
    | 'userRandom'
    | 'DirectTicketsToWallets'
    | 'acceptCallWhatsapp'
    | 'acceptAudioMessageContact'
    | 'userRating'
    | 'sendFarewellWaitingTicket'
    | 'sendGreetingAccepted'
    | 'sendMsgTransfTicket'
    | 'sendSignMessage'
    | 'requiredTag'
    | 'closeTicketOnTransfer'
    | 'showNotificationPending'
    | 'enableLGPD'
    | 'lgpdConsent'
    | 'lgpdHideNumber'
    | 'lgpdDeleteMessage';
  text?:
    | 'sendQueuePositionMessage'
    | 'AcceptCallWhatsappMessage'
    | 'greetingAcceptedMessage'
    | 'transferMessage';
  /** The position that sends it; on, where nothing is said. */
  textWhen?: 'enabled' | 'disabled';
  needs?: 'enableLGPD';
}

/** A text that something sends which is turned on elsewhere. */
interface TextOption {
  kind: 'text';
  column: 'lgpdMessage';
  needs: 'enableLGPD';
}

/** One of a few, each with its own words. */
type ChoiceOption =
  /** The language in which the system itself speaks to customers. */
  | { kind: 'language'; column: 'language' }
  | { kind: 'chatBotType'; column: 'chatBotType' }
  | { kind: 'scheduleType'; column: 'scheduleType' };

/** No setting, but a part of the company's hours: nothing that tells a time goes without it. */
interface TimeZoneOption {
  kind: 'timeZone';
}

/** A line of text that something needs to work; a secret one is written and never read. */
interface FieldOption {
  kind: 'field';
  column: 'transcriptionUrl' | 'transcriptionModel' | 'lgpdLink';
  needs?: 'enableLGPD';
}
interface SecretOption {
  kind: 'secret';
  column: 'transcriptionKey';
}

export type Option = SwitchOption | TextOption | ChoiceOption | TimeZoneOption | FieldOption | SecretOption;
export type ChoiceColumn = ChoiceOption['column'];
export type FieldColumn = FieldOption['column'];
export type SecretColumn = SecretOption['column'];
export type SwitchColumn = SwitchOption['column'];
export type TextColumn = NonNullable<SwitchOption['text']> | TextOption['column'];

/** What a company chooses, by what it concerns. Only what changes something is here. */
export const OPTION_GROUPS: readonly {
  id: 'hours' | 'automatic' | 'distribution' | 'calls' | 'messages' | 'tickets' | 'privacy' | 'transcription';
  options: readonly Option[];
}[] = [
  {
    id: 'automatic',
    options: [
      { kind: 'language', column: 'language' },
      { kind: 'chatBotType', column: 'chatBotType' },
      { kind: 'switch', column: 'sendGreetingMessageOneQueues' },
      { kind: 'switch', column: 'sendQueuePosition', text: 'sendQueuePositionMessage' },
      { kind: 'switch', column: 'sendFarewellWaitingTicket' },
      { kind: 'switch', column: 'userRating' },
    ],
  },
  {
    id: 'hours',
    options: [{ kind: 'scheduleType', column: 'scheduleType' }, { kind: 'timeZone' }],
  },
  {
    id: 'distribution',
    options: [
      { kind: 'switch', column: 'userRandom' },
      { kind: 'switch', column: 'DirectTicketsToWallets' },
    ],
  },
  {
    id: 'calls',
    options: [
      {
        kind: 'switch',
        column: 'acceptCallWhatsapp',
        text: 'AcceptCallWhatsappMessage',
        textWhen: 'disabled',
      },
      { kind: 'switch', column: 'acceptAudioMessageContact' },
    ],
  },
  {
    id: 'messages',
    options: [
      { kind: 'switch', column: 'sendGreetingAccepted', text: 'greetingAcceptedMessage' },
      { kind: 'switch', column: 'sendMsgTransfTicket', text: 'transferMessage' },
      { kind: 'switch', column: 'sendSignMessage' },
    ],
  },
  {
    id: 'tickets',
    options: [
      { kind: 'switch', column: 'showNotificationPending' },
      { kind: 'switch', column: 'requiredTag' },
      { kind: 'switch', column: 'closeTicketOnTransfer' },
    ],
  },
  {
    id: 'privacy',
    options: [
      { kind: 'switch', column: 'enableLGPD' },
      { kind: 'text', column: 'lgpdMessage', needs: 'enableLGPD' },
      { kind: 'field', column: 'lgpdLink', needs: 'enableLGPD' },
      { kind: 'switch', column: 'lgpdConsent', needs: 'enableLGPD' },
      { kind: 'switch', column: 'lgpdHideNumber', needs: 'enableLGPD' },
      { kind: 'switch', column: 'lgpdDeleteMessage' },
    ],
  },
  {
    id: 'transcription',
    options: [
      { kind: 'secret', column: 'transcriptionKey' },
      { kind: 'field', column: 'transcriptionUrl' },
      { kind: 'field', column: 'transcriptionModel' },
    ],
  },
];

/** Whether a switch is on: most are words at the edge, a few booleans. */
export const isOn = (settings: CompanySettingsView, column: SwitchColumn): boolean =>
  settings[column] === true || settings[column] === 'enabled';
