import { toFlag } from '@prosa/shared/contracts/fields.ts';
import type { ScheduleView } from '@prosa/shared/contracts/schedules.ts';
import { BUSINESS_DAY_RULES, REPEAT_UNITS, type Schedule } from '@prosa/shared/entities/schedule.ts';
import { maskFor, type Presentation, shownName } from '@prosa/shared/rules/hide-numbers.ts';
import { mapValues } from '@prosa/shared/rules/message-template.ts';
import { presentPicture } from '../presenters/present-picture.ts';
import { type NameSource, userRef } from '../presenters/present-ticket.ts';
import { FIRST_INTERVALO, FIRST_TIPO_DIAS } from './change-schedule.ts';

const STATUSES = { pending: 'PENDENTE', sent: 'ENVIADA', failed: 'ERRO' } as const;

interface Shown {
  names: NameSource;
  /** Returns a short-lived link to a stored file. */
  link: (key: string) => string;
  presentation?: Presentation;
}

/** Presents a stored schedule in its form for the API. */
export const presentSchedule = (
  schedule: Schedule & { version: number; rowCreatedAt: string; rowUpdatedAt: string },
  { names, link, presentation = {} }: Shown,
): ScheduleView => {
  const { contact, media, connectionId, template } = schedule;
  const mask = maskFor(presentation, contact);
  const connection = connectionId === null ? undefined : names.connections.get(connectionId);
  const user = userRef(names, schedule.userId);
  return {
    id: schedule.id,
    body: mask.text(schedule.body),
    template: template === null ? null : { ...template, values: mapValues(template.values, mask.text) },
    contactId: schedule.contactId,
    contact: {
      id: contact.id,
      name: mask.name(shownName(contact)),
      companyId: schedule.companyId,
      urlPicture: presentPicture({ link }, contact.urlPicture),
    },
    sendAt: schedule.sendAt,
    sentAt: schedule.sentAt,
    status: STATUSES[schedule.status],
    sendError: schedule.failure,
    openTicket: toFlag(schedule.openTicket),
    statusTicket: schedule.ticketStatus,
    ticketUserId: schedule.ticketUserId,
    queueId: schedule.queueId,
    intervalo: REPEAT_UNITS.indexOf(schedule.repeatUnit) + FIRST_INTERVALO,
    valorIntervalo: schedule.repeatEvery,
    enviarQuantasVezes: schedule.sendCount,
    contadorEnvio: schedule.sentCount,
    tipoDias: BUSINESS_DAY_RULES.indexOf(schedule.businessDayRule) + FIRST_TIPO_DIAS,
    assinar: schedule.signed,
    whatsappId: connectionId,
    whatsapp: connection === undefined ? null : { id: connection.id, name: connection.name },
    mediaPath: media === null ? null : link(media.key),
    mediaName: media === null ? null : mask.text(media.fileName),
    userId: schedule.userId,
    user: user === null ? null : { id: user.id, name: user.name },
    tokenWhatsappId: schedule.tokenConnectionId,
    companyId: schedule.companyId,
    createdAt: schedule.rowCreatedAt,
    updatedAt: schedule.rowUpdatedAt,
    version: schedule.version,
  };
};
