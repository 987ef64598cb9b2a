import { countFigures, countMessages, isMessageFact, movesFigures } from '../count-figures.ts';
import { foldShipments, movesShipments } from '../fold-shipments.ts';
import { concernsSchedules, followContacts } from '../follow-contacts.ts';
import { indexContacts, isIndexed } from '../index-contacts.ts';
import { indexMessages } from '../index-messages.ts';
import { changesTags, indexTaggedContacts } from '../index-tagged-contacts.ts';
import { isWatched, makeDeliveries } from '../make-deliveries.ts';
import { isChangeOf, type RowChange } from '../read-changes.ts';
import { releaseFiles, releasesFile } from '../release-files.ts';
import { concernsShipment, settleShipments } from '../settle-shipments.ts';
import { type StreamBatch, streamHandler, type Task } from '../stream-handler.ts';

const searchTasks = (changes: readonly RowChange[], { isReplay = false }: StreamBatch): Task[] => {
  const messages = changes.filter(isChangeOf('message'));
  const contacts = changes.filter(isIndexed);
  const tagged = changes.filter(isChangeOf('contact')).filter(changesTags);
  return [
    {
      name: 'message index',
      changes: messages,
      run: () => indexMessages(messages, { isLate: isReplay }),
    },
    { name: 'contact index', changes: contacts, run: () => indexContacts(contacts) },
    { name: 'tagged contacts', changes: tagged, run: () => indexTaggedContacts(tagged) },
  ];
};

const fileTasks = (changes: readonly RowChange[]): Task[] => {
  const releases = changes.filter(isChangeOf('message')).filter(releasesFile);
  return [{ name: 'released files', changes: releases, run: () => releaseFiles(releases) }];
};

const scheduleTasks = (changes: readonly RowChange[]): Task[] => {
  const contacts = changes.filter(isChangeOf('contact')).filter(concernsSchedules);
  return [{ name: 'contacts of schedules', changes: contacts, run: () => followContacts(contacts) }];
};

const byCompany = <C extends RowChange>(changes: readonly C[]) =>
  Map.groupBy(changes, (change): C['companyId'] => change.companyId);

const rollupTasks = (changes: readonly RowChange[]): Task[] => [
  ...[...byCompany(changes.filter(isMessageFact))].map(([companyId, made]) => ({
    name: 'rollups',
    changes: made,
    run: () => countMessages(companyId, made),
  })),
  ...[...byCompany(changes.filter(movesFigures))].map(([companyId, moved]) => ({
    name: 'figures',
    changes: moved,
    run: () => countFigures(companyId, moved),
  })),
];

const campaignTasks = (changes: readonly RowChange[]): Task[] => {
  const sent = changes.filter(concernsShipment);
  return [
    { name: 'messages of campaigns', changes: sent, run: () => settleShipments(sent) },
    ...[...byCompany(changes.filter(movesShipments))].map(([companyId, moved]) => ({
      name: 'figures of campaigns',
      changes: moved,
      run: () => foldShipments(companyId, moved),
    })),
  ];
};

const webhookTasks = (changes: readonly RowChange[]): Task[] =>
  [...byCompany(changes.filter(isWatched))].map(([companyId, told]) => ({
    name: 'webhooks',
    changes: told,
    run: () => makeDeliveries(companyId, told),
  }));

/**
 * Stream reader for effects that may be delayed: the search index, the rollups of reports, the removal of files of
 * deleted messages, the contact data in schedules, the deliveries of webhooks, and the receivers of campaigns.
 */
export const handler = streamHandler('index', [
  (changes, batch) => [
    ...searchTasks(changes, batch),
    ...rollupTasks(changes),
    ...fileTasks(changes),
    ...scheduleTasks(changes),
    ...webhookTasks(changes),
    ...campaignTasks(changes),
  ],
]);
