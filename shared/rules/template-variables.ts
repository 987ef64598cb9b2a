/** The placeholders of a text to a customer, written `{{name}}`, in the order in which users are offered them. */
export const TEMPLATE_VARIABLES = [
  'firstName',
  'name',
  'userName',
  'ms',
  'protocol',
  'date',
  'hour',
  'ticket_id',
  'queue',
  'connection',
] as const;
/** Maximum length of a text of a company, in characters. */
export const TEXT_MAX = 4096;

export type TemplateVariable = (typeof TEMPLATE_VARIABLES)[number];

/** Variables of a text that the system sends: no user sends it. */
const SYSTEM = TEMPLATE_VARIABLES.filter((name) => name !== 'userName');
/** Variables of a text that is sent before the ticket has a queue. */
const WITHOUT_QUEUE = SYSTEM.filter((name) => name !== 'queue');

/** The variables that are filled in each text of a company. Screens offer these beside the text's field. */
export const FIELD_VARIABLES = {
  connection: {
    greetingMessage: WITHOUT_QUEUE,
    outOfHoursMessage: WITHOUT_QUEUE,
    lgpdMessage: WITHOUT_QUEUE,
    collectiveVacationMessage: WITHOUT_QUEUE,
    complationMessage: SYSTEM,
    inactiveMessage: SYSTEM,
    expiresInactiveMessage: SYSTEM,
    ratingMessage: SYSTEM,
  },
  queue: { greetingMessage: SYSTEM, outOfHoursMessage: SYSTEM },
  settings: {
    lgpdMessage: WITHOUT_QUEUE,
    AcceptCallWhatsappMessage: WITHOUT_QUEUE,
    sendQueuePositionMessage: SYSTEM,
    greetingAcceptedMessage: TEMPLATE_VARIABLES,
    transferMessage: TEMPLATE_VARIABLES,
  },
  user: { farewellMessage: TEMPLATE_VARIABLES },
  schedule: { body: TEMPLATE_VARIABLES },
  lane: { greetingMessageLane: SYSTEM },
} as const satisfies Record<string, Record<string, readonly TemplateVariable[]>>;
