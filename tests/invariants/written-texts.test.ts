import { ROUTE_GROUPS } from '@prosa/infra/programs.ts';
import type { RouteGroup, RouteShape } from '@prosa/shared/contracts/route.ts';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { HARD_TEXTS } from '../support/hard-texts.ts';
import { isTest, sourceFiles } from './support/source-files.ts';

/**
 * Fields of requests that no person reads as a text, by the end of their names, with what they are. Any other text of a
 * writing route is stored as it was written.
 */
const NO_TEXTS: Readonly<Record<string, string>> = {
  '.id': 'an id',
  '.id[]': 'an id',
  '.nodeId': 'an id',
  '.parentId': 'an id',
  '.rowId': 'an id that a program chooses',
  '.source': 'an id of a node',
  '.target': 'an id of a node',
  '.sourceHandle': 'an id of a handle',
  '.targetHandle': 'an id of a handle',
  '.seq[]': 'an id of an element',
  '.elements[].number': 'an id of an element',
  '.key': 'a key of a file, or a name of a variable that a reference has to match',
  '.answerKey': 'a name of a variable that a reference has to match',
  '.variables{key}': 'a name of a variable that a reference has to match',
  '.body{key}': 'a name of a variable that a reference has to match',
  '.buttons{key}': 'a position',
  '.buttons{}': 'a part of an address, or a code',
  '.mediaKey': 'a key of a file',
  '.mediaKeys[]': 'a key of a file',
  '.image': 'a key of a file',
  '.url': 'a name that storing a file gave',
  '.greetingMediaAttachment': 'a name that storing a file gave',
  '.mediaUrl': 'an address',
  '.video': 'an address',
  '.proxy': 'an address',
  '.typeArch': 'a word of older clients',
  '.provider': 'a word of older clients',
  '.msdelay': 'a word of older clients',
  '.fromMe': 'a word of older clients',
  '.fromMe[]': 'a word of older clients',
  'flows.uploadContent.body': 'a word of older clients',
  'flows.uploadContent.body[]': 'a word of older clients',
  'flows.uploadAudio.body': 'a word of older clients',
  'flows.uploadAudio.body[]': 'a word of older clients',
  'flows.uploadImage.body': 'a word of older clients',
  'flows.uploadImage.body[]': 'a word of older clients',
  '.weekday': 'a word of older clients; `weekdayEn` counts',
  '.timeZone': 'a name of the time zone database',
  '.number': 'a telephone number, whose digits are read',
  '.copyText': 'a telephone number, whose digits are read',
  '.sendKey': 'a Pix key, which its type judges',
  '.template': 'JSON of fields that are listed themselves',
  '.template.name': 'a name at the provider',
  '.template.language': 'a language at the provider',
  'messages.sendTemplate.name': 'a name at the provider',
  'messages.sendTemplate.language': 'a language at the provider',
  '.facebookUserToken': 'a secret',
  '.accessToken': 'a secret',
  '.code': 'a secret',
  '.password': 'a secret',
  '.currentPassword': 'a secret',
  '.email': 'an address',
  '.ticketFilter': 'a filter, which is parsed',
  '.tags': 'names that are separated first; each is a name of a tag',
  '.mentions': 'JSON of ids',
  '.selectedQueueIds': 'JSON of ids',
  '.messageInterval': 'JSON of a number',
  '.longerIntervalAfter': 'JSON of a number',
  '.greaterInterval': 'JSON of a number',
  '.startHour': 'JSON of a time',
  '.endHour': 'JSON of a time',
  'campaignSettings.save.settings.variables': 'JSON of fields that are listed themselves',
  'companies.updateSetting.data': 'a value that the kind of the setting judges',
  'companies.updateSettingRow.value': 'a value that the kind of the setting judges',
  'flows.tryOut.state.variables{}': 'an answer that is given back for the next step',
  'ticketReport.createExport.searchParam': 'a filter, which is not stored',
  'ticketReport.createExport.whatsappId': 'JSON of ids',
  'ticketReport.createExport.users': 'JSON of ids',
  'ticketReport.createExport.queueIds': 'JSON of ids',
  'ticketReport.createExport.status': 'JSON of states',
  'ticketReport.createExport.filter': 'a filter, which is not stored',
};

interface Field {
  path: string;
  schema: z.ZodString;
}

const innerOf = (schema: z.core.$ZodType): z.core.$ZodType | undefined => {
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault ||
    schema instanceof z.ZodReadonly
  )
    return schema.def.innerType;
  if (schema instanceof z.ZodPipe) return schema.def.in;
  return schema instanceof z.ZodLazy ? schema.def.getter() : undefined;
};

const DEPTH_MAX = 14;
/** Returns the fields of a schema that take any text: neither an enumeration nor a text with a format. */
const fieldsIn = (schema: z.core.$ZodType, path: string, depth = 0): Field[] => {
  if (depth > DEPTH_MAX) return [];
  const inside = (child: z.core.$ZodType, name: string): Field[] =>
    fieldsIn(child, `${path}${name}`, depth + 1);
  if (schema instanceof z.ZodString) return schema.format === null ? [{ path, schema }] : [];
  if (schema instanceof z.ZodObject)
    return Object.entries<z.core.$ZodType>(schema.shape).flatMap(([name, child]) =>
      inside(child, `.${name}`),
    );
  if (schema instanceof z.ZodArray) return inside(schema.element, '[]');
  if (schema instanceof z.ZodRecord)
    return [...inside(schema.keyType, '{key}'), ...inside(schema.valueType, '{}')];
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => inside(option, ''));
  const inner = innerOf(schema);
  return inner === undefined ? [] : inside(inner, '');
};

const rows: RouteShape[] = Object.values<RouteGroup>(ROUTE_GROUPS).flatMap((group) => Object.values(group));
const writing = rows.filter(({ method }) => method !== 'GET');
const fields = writing.flatMap(({ id, body }) => (body === undefined ? [] : fieldsIn(body, id)));
const reasonOf = (path: string): string | undefined =>
  Object.keys(NO_TEXTS).find((end) => (end.startsWith('.') ? path.endsWith(end) : path === end));

/** Returns a text as long as a field requires, and what is to be stored of it; undefined if it is too long. */
const fitted = ({ schema }: Field, { written, stored }: { written: string; stored: string }) => {
  const times = Math.ceil((schema.minLength ?? 1) / [...stored].length);
  const repeat = (text: string): string => Array.from({ length: times }, () => text).join(' ');
  const wanted = repeat(stored);
  return [...wanted].length > (schema.maxLength ?? Number.POSITIVE_INFINITY)
    ? undefined
    : { written: repeat(written), wanted };
};

describe('S-37: texts of requests', () => {
  const texts = fields.filter(({ path }) => reasonOf(path) === undefined);

  it('are found in every part of the contract', () => {
    const found = new Set(texts.map(({ path }) => path));
    for (const path of [
      'campaigns.create.message1',
      'campaigns.create.name',
      'schedules.create.body',
      'tickets.createNote.note',
      'announcements.create.text',
      'tags.create.name',
      'contacts.create.name',
      'contacts.create.extraInfo[].value',
      'messages.send.body',
      'messages.send.body[]',
      'external.sendMessage.body',
      'queues.create.chatbots[].options[].name',
      'flows.save.nodes[].data.arrayOption[].value',
      'media.createUpload.fileName',
      'assistants.create.prompt',
    ])
      expect([...found], path).toContain(path);
    expect(found.size).toBeGreaterThan(200);
  });

  it.each(HARD_TEXTS)('with $what are taken as they were written', (text) => {
    const changed: string[] = [];
    for (const field of texts) {
      const sample = fitted(field, text);
      if (sample === undefined) continue;
      const taken = field.schema.safeParse(sample.written);
      if (!taken.success || taken.data !== sample.wanted)
        changed.push(`${field.path}: ${JSON.stringify(taken.success ? taken.data : taken.error.issues)}`);
    }
    expect(changed).toEqual([]);
  });

  it('every field that is no text has its reason, and every reason a field', () => {
    const used = new Set(fields.flatMap(({ path }) => reasonOf(path) ?? []));
    expect(Object.keys(NO_TEXTS).filter((end) => !used.has(end))).toEqual([]);
  });
});

describe('S-37: the form for comparing', () => {
  const SHIPPED = ['shared', 'functions', 'session-host', 'frontend', 'infra'];
  const files = SHIPPED.flatMap(sourceFiles).filter((file) => !isTest(file));

  it('is made in two modules alone', () => {
    const makers = files.filter(({ text }) => /normalize\(\s*['"]NFK[CD]/.test(text)).map(({ path }) => path);
    expect(makers.toSorted()).toEqual([
      'shared/rules/clean-file-name.ts',
      'shared/rules/normalize-for-search.ts',
    ]);
  });

  it('is unknown to the schemas of requests and of stored rows', () => {
    const users = files
      .filter(({ path }) => /^shared\/(contracts|entities|messaging|flow-nodes|events)\//.test(path))
      .filter(({ text }) => /normalize-for-search|comparable-value|judgedFileName/.test(text));
    expect(users.map(({ path }) => path)).toEqual([]);
  });
});
