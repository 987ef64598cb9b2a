import type { CompanySettingsView } from '@prosa/shared/contracts/companies.ts';

/** A setting that is on or off; with a text it sends, which it cannot be on without, and with one it depends on. */
interface SwitchOption {
  kind: 'switch';
  column:
    | 'sendGreetingAccepted'
    | 'sendMsgTransfTicket'
    | 'sendSignMessage'
    | 'requiredTag'
    | 'closeTicketOnTransfer'
    | 'showNotificationPending'
    | 'enableLGPD'
    | 'lgpdHideNumber'
    | 'lgpdDeleteMessage';
  text?: 'greetingAcceptedMessage' | 'transferMessage';
  needs?: 'enableLGPD';
}

/** The language in which the system itself speaks to customers. */
interface LanguageOption {
  kind: 'language';
  column: 'language';
}

/** A line of text that something needs to work; a secret one is written and never read. */
interface FieldOption {
  kind: 'field';
  column: 'transcriptionUrl' | 'transcriptionModel';
}
interface SecretOption {
  kind: 'secret';
  column: 'transcriptionKey';
}

export type Option = SwitchOption | LanguageOption | FieldOption | SecretOption;
export type FieldColumn = FieldOption['column'];
export type SecretColumn = SecretOption['column'];
export type SwitchColumn = SwitchOption['column'];
export type TextColumn = NonNullable<SwitchOption['text']>;

/** What a company chooses, by what it concerns. Only what changes something is here. */
export const OPTION_GROUPS: readonly {
  id: 'messages' | 'tickets' | 'privacy' | 'transcription';
  options: readonly Option[];
}[] = [
  {
    id: 'messages',
    options: [
      { kind: 'language', column: 'language' },
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
