import 'i18next';
import type auth from '../../locales/pt/auth.json';
import type callLog from '../../locales/pt/call-log.json';
import type common from '../../locales/pt/common.json';
import type contactFiles from '../../locales/pt/contact-files.json';
import type corrections from '../../locales/pt/corrections.json';
import type errors from '../../locales/pt/errors.json';
import type firstSteps from '../../locales/pt/first-steps.json';
import type helpChat from '../../locales/pt/help-chat.json';
import type messages from '../../locales/pt/messages.json';
import type notifications from '../../locales/pt/notifications.json';
import type ownSessions from '../../locales/pt/own-sessions.json';
import type palette from '../../locales/pt/palette.json';
import type profile from '../../locales/pt/profile.json';
import type profileDialog from '../../locales/pt/profile-dialog.json';
import type sandbox from '../../locales/pt/sandbox.json';
import type shell from '../../locales/pt/shell.json';
import type template from '../../locales/pt/template.json';
import type templatePicker from '../../locales/pt/template-picker.json';
import type ticketFilters from '../../locales/pt/ticket-filters.json';
import type ticketSearch from '../../locales/pt/ticket-search.json';
import type tryOut from '../../locales/pt/try-out.json';
import type weekHours from '../../locales/pt/week-hours.json';

/** Texts of the features with a manifest. Each manifest declares its own. */
declare global {
  interface FeatureTexts {}
}

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    resources: FeatureTexts & {
      /** Titles of all features, by feature name. */
      titles: Record<string, string>;
      auth: typeof auth;
      'call-log': typeof callLog;
      common: typeof common;
      'contact-files': typeof contactFiles;
      corrections: typeof corrections;
      'first-steps': typeof firstSteps;
      'help-chat': typeof helpChat;
      messages: typeof messages;
      errors: typeof errors;
      'first-steps': typeof firstSteps;
      notifications: typeof notifications;
      'own-sessions': typeof ownSessions;
      palette: typeof palette;
      profile: typeof profile;
      'profile-dialog': typeof profileDialog;
      sandbox: typeof sandbox;
      shell: typeof shell;
      template: typeof template;
      'template-picker': typeof templatePicker;
      'ticket-filters': typeof ticketFilters;
      'ticket-search': typeof ticketSearch;
      'try-out': typeof tryOut;
      'week-hours': typeof weekHours;
    };
  }
}
