import 'i18next';
import type auth from '../../locales/pt/auth.json';
import type common from '../../locales/pt/common.json';
import type connections from '../../locales/pt/connections.json';
import type contactFiles from '../../locales/pt/contact-files.json';
import type contacts from '../../locales/pt/contacts.json';
import type dashboard from '../../locales/pt/dashboard.json';
import type errors from '../../locales/pt/errors.json';
import type messages from '../../locales/pt/messages.json';
import type moments from '../../locales/pt/moments.json';
import type notifications from '../../locales/pt/notifications.json';
import type palette from '../../locales/pt/palette.json';
import type profile from '../../locales/pt/profile.json';
import type queues from '../../locales/pt/queues.json';
import type quickMessages from '../../locales/pt/quick-messages.json';
import type sandbox from '../../locales/pt/sandbox.json';
import type schedules from '../../locales/pt/schedules.json';
import type settings from '../../locales/pt/settings.json';
import type shell from '../../locales/pt/shell.json';
import type tags from '../../locales/pt/tags.json';
import type template from '../../locales/pt/template.json';
import type tickets from '../../locales/pt/tickets.json';
import type tryOut from '../../locales/pt/try-out.json';
import type users from '../../locales/pt/users.json';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    resources: {
      auth: typeof auth;
      common: typeof common;
      connections: typeof connections;
      'contact-files': typeof contactFiles;
      contacts: typeof contacts;
      dashboard: typeof dashboard;
      messages: typeof messages;
      errors: typeof errors;
      moments: typeof moments;
      notifications: typeof notifications;
      palette: typeof palette;
      profile: typeof profile;
      queues: typeof queues;
      'quick-messages': typeof quickMessages;
      users: typeof users;
      sandbox: typeof sandbox;
      settings: typeof settings;
      schedules: typeof schedules;
      shell: typeof shell;
      tags: typeof tags;
      template: typeof template;
      tickets: typeof tickets;
      'try-out': typeof tryOut;
    };
  }
}
