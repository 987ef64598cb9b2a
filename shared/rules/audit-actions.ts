/**
 * What the audit log records (S-60), by the id of the route that does it, and what kind of thing it is done to. An
 * invariant holds the list against the routes that change a company.
 */
export const AUDIT_ACTIONS = {
  'auth.login': 'user',
  'auth.logout': 'user',
  'companies.updateSchedules': 'company',
  'companies.updateSetting': 'settings',
  'companies.updateSettingRow': 'settings',
  'users.create': 'user',
  'users.update': 'user',
  'users.remove': 'user',
  'users.setPicture': 'user',
  'users.removePicture': 'user',
  'queues.create': 'queue',
  'queues.update': 'queue',
  'queues.remove': 'queue',
  'queues.reorder': 'queue',
  'queues.createOption': 'queue',
  'queues.updateOption': 'queue',
  'queues.removeOption': 'queue',
  'connections.create': 'connection',
  'connections.update': 'connection',
  'connections.remove': 'connection',
  'connections.setMedia': 'connection',
  'connections.removeMedia': 'connection',
  'connections.rotateToken': 'connection',
  'connections.start': 'connection',
  'connections.renew': 'connection',
  'connections.pair': 'connection',
  'connections.disconnect': 'connection',
  'connections.restartAll': 'connection',
  'connections.closeImported': 'connection',
  'contactFiles.createExport': 'contactExport',
  /** Of changes of a contact those of its number: answers go there. */
  'contacts.update': 'contact',
  'contacts.merge': 'contact',
  'contacts.remove': 'contact',
  'tickets.remove': 'ticket',
} as const;
export type AuditAction = keyof typeof AUDIT_ACTIONS;
