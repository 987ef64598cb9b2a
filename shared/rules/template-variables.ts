/** What a text to a customer may be filled with, written `{{name}}`: the names that people are offered, in this order. */
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
export type TemplateVariable = (typeof TEMPLATE_VARIABLES)[number];
