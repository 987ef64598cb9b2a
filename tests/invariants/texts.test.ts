import { TICKET_LOG_TYPES } from '@prosa/shared/entities/ticket-terms.ts';
import { LANGUAGES } from '@prosa/shared/entities/user.ts';
import { ERROR_CATALOGUE } from '@prosa/shared/errors.ts';
import { LOCALES } from '@prosa/shared/i18n/locales.ts';
import { SETTING_ROWS } from '@prosa/shared/rules/company-settings.ts';
import { SEND_FAILURES } from '@prosa/shared/rules/send-failure.ts';
import { SESSION_REASONS } from '@prosa/shared/rules/session-reason.ts';
import { describe, expect, it } from 'vitest';
import { jsxTexts } from './support/jsx-texts.ts';
import { allTexts, featureFiles, PLURAL_FORM, readTexts, type Texts } from './support/locale-texts.ts';
import { isTest, sourceFiles } from './support/source-files.ts';

const CODES = Object.keys(ERROR_CATALOGUE);

/** Returns the keys without plural suffixes, because languages differ in their plural forms. */
const keysOf = (texts: Texts): string[] =>
  [...new Set([...texts.keys()].map((key) => key.replace(PLURAL_FORM, '')))].sort();
const placeholdersOf = (text: string): string[] => [...new Set(text.match(/\{\{[^}]+\}\}/g) ?? [])].sort();

const features = featureFiles('pt');

describe('texts of errors', () => {
  it('code uses only error codes of the catalogue', () => {
    const thrown = ['functions', 'session-host', 'shared']
      .flatMap(sourceFiles)
      .filter((file) => !isTest(file))
      .flatMap(({ path, text }) =>
        [...text.matchAll(/['"](ERR_[A-Z_]+)['"]/g)].map(([, code = '']) => ({ path, code })),
      );
    expect(thrown.length).toBeGreaterThan(CODES.length);
    expect(thrown.filter(({ code }) => !CODES.includes(code))).toEqual([]);
  });

  it.each(LANGUAGES)('every error code has a text in %s', (language) => {
    const texts = readTexts(language, 'errors.json');
    const keys = [...CODES, ...SEND_FAILURES.map((failure) => `sendFailures.${failure}`)];
    expect(keys.filter((key) => (texts.get(key) ?? '').length < 10)).toEqual([]);
  });
});

describe('texts of session reasons', () => {
  it.each(LANGUAGES)('every reason has a text in %s', (language) => {
    const texts = readTexts(language, 'connections.json');
    expect(SESSION_REASONS.filter((reason) => (texts.get(`reason.${reason}`) ?? '').length < 10)).toEqual([]);
  });
});

describe('texts of the ticket log', () => {
  it.each(LANGUAGES)('every type of entry has a text of its own in %s', (language) => {
    const texts = readTexts(language, 'messages.json');
    const said = TICKET_LOG_TYPES.map((type) => texts.get(`log.${type}`) ?? '');
    expect(said.filter((text) => text.trim() === '')).toEqual([]);
    expect(new Set(said).size).toBe(said.length);
  });
});

describe('settings, their cards and the texts that they send', () => {
  it.each(LANGUAGES)('has a text for every setting in %s', (language) => {
    const texts = readTexts(language, 'settings.json');
    const shown = SETTING_ROWS.flatMap((row) => [
      ...('text' in row ? [`text.${row.text}`] : []),
      ...('group' in row
        ? [
            `group.${row.group}`,
            ...(row.kind === 'message'
              ? [`text.${row.key}`]
              : [`option.${row.key}.label`, `option.${row.key}.help`]),
          ]
        : []),
    ]);
    expect(shown.length).toBeGreaterThan(SETTING_ROWS.length);
    expect(shown.filter((name) => (texts.get(name) ?? '').trim() === '')).toEqual([]);
    // Removed settings have no texts left.
    const said = [...texts.keys()].filter((name) => /^(option|text|group)\./.test(name));
    expect(said.filter((name) => !shown.includes(name))).toEqual([]);
  });
});

/** Texts that users know by heart, in the language in which they know them. */
const KNOWN = {
  pt: {
    'auth.forbidden.title': 'Oops! Acesso Negado!',
    'auth.forbidden.back': 'Voltar',
    'dashboard.chartFailed': 'Erro ao buscar informações dos tickets',
    'messages.print.nothing': 'Elemento não encontrado para exportar.',
    'messages.drop': 'Solte o arquivo aqui',
    'messages.interactive.noContent': 'Nenhum conteúdo para copiar.',
    'messages.interactive.noLink': 'Nenhum link disponível.',
    'messages.interactive.sendFailed': 'Erro ao enviar a mensagem. Tente novamente.',
    'messages.interactive.ticketInvalid': 'ID do Ticket inválido.',
    'messages.interactive.titleRequired': 'Por favor, selecione um título.',
    'messages.interactive.type.call': 'Me Ligue',
    'messages.interactive.type.copy': 'Copia',
    'messages.interactive.type.list': 'Lista',
    'messages.interactive.type.pix': 'PIX',
    'messages.interactive.type.url': 'URL',
    'messages.interactive.unreadable': 'Erro ao processar a mensagem',
    'messages.preview.unavailable': 'Visualização não disponível',
    'errors.ERR_TRANSCRIPTION_FILE': 'Formato de URL de áudio inesperado',
    'tickets.group': 'Grupo',
    'tickets.tagRequired': 'Você deve atribuir uma tag antes de fechar o ticket.',
    'common.field.required': 'Obrigatório',
    'contacts.tagTooShort': 'Tag muito curta!',
    'file-lists.field.nameTooShort': 'nome muito curto',
    'schedules.field.required': 'Obrigatório',
    'schedules.field.bodyTooShort': 'Mensagem muito curta',
    'tickets.panes.list': 'Atendimentos',
    'contacts.notes.added': 'Observação adicionada com sucesso!',
    'contacts.notes.removed': 'Observação excluída com sucesso!',
    'contacts.blocked': 'Contato bloqueado',
    'contacts.unblocked': 'Contato desbloqueado',
    'flow-phrases.remove.done': 'Frase deletada',
    'flow-phrases.status.off': 'Desativado',
    'flow-phrases.status.on': 'Ativo',
    'flows.file.audioAdded': 'Audio adicionada com sucesso!',
    'flows.name.missing': 'Digite um nome!',
    'flows.name.tooLong': 'Muito longo!',
    'flows.name.tooShort': 'Muito curto!',
    'kanban.field.nameTooShort': 'Mensagem muito curta',
    'kanban.field.required': 'Obrigatório',
    'kanban.filter.apply': 'Buscar',
    'kanban.open': 'Ver Ticket',
    'kanban.removed': 'Ticket Tag Removido!',
    'tags.field.nameTooShort': 'Mensagem muito curta',
  },
  es: {
    'common.field.required': 'Obligatorio',
    'tickets.new.queueRequired': 'Seleccione una fila',
    'messages.deleted.own': 'Este mensaje ha sido eliminado',
    'messages.deleted.contact': 'Eliminado por el contacto',
    'errors.ERR_TRANSCRIPTION_DATA': 'Datos de transcripción inválidos',
    'errors.ERR_HELP_CHAT_FAILED': 'Error al obtener respuesta',
    'help-chat.noAnswer': 'Respuesta no disponible',
    'auth.login.elsewhere': 'Su cuenta fue accedida en otra computadora.',
    'auth.subscription.expired': 'Su suscripción venció {{date}}',
    'auth.subscription.expiredHint': 'Entre en contacto con el Soporte para más información!',
    'contact-files.columns.taken': 'El campo {{column}} ya ha sido seleccionado.',
    'contact-files.invalid': 'Archivo inválido!',
    'contact-files.missing.name': 'Campo de nombre de contacto no seleccionado',
    'contact-files.missing.number': 'Campo de número de contacto no seleccionado',
    'contact-files.missing.rows': 'Ningun contacto seleccionado',
    'contact-files.partly': 'La importación fue exitosa, pero hubo algunos errores.',
    'flow-phrases.changed': 'Frase alterada con éxito!',
    'flow-phrases.created': 'Frase creada con éxito!',
    'flow-phrases.editTitle': 'Editar campaña con flujo de frases',
    'flow-phrases.field.status': 'Estado',
    'flow-phrases.heading': 'Campañas',
    'flow-phrases.newTitle': 'Nueva campaña con flujo de frases',
    'flows.action.duplicate': 'Duplicar',
    'flows.action.edit': 'Editar flujo',
    'flows.action.remove': 'Eliminar',
    'flows.action.rename': 'Editar nombre',
    'flows.addFlow': 'Adicionar Flujo',
    'flows.content.added': 'Contenido agregado exitosamente!',
    'flows.content.badInterval': 'El rango no puede ser 0 o mayor que 120!',
    'flows.content.emptyCards': 'Eliminar tarjetas vacías (Imagen, Audio y Video)',
    'flows.content.emptyText': 'Campos de mensaje vacíos!',
    'flows.content.uploading': 'Subiendo archivos y creando contenido...',
    'flows.duplicated': 'Flujo duplicado exitosamente',
    'flows.editor.publish': 'Guardar',
    'flows.editor.published': 'Flujo guardado exitosamente',
    'flows.editor.reminder': '¡No olvides guardar tu flujo!',
    'flows.editor.title': 'Diseña tu flujo',
    'flows.file.tooLarge.audio': 'El archivo es demasiado grande! {{max}} MB máximo',
    'flows.file.tooLarge.image': '¡El archivo es demasiado grande! {{max}} MB máximo',
    'flows.file.tooLarge.video': 'El archivo es demasiado grande! {{max}} MB máximo',
    'flows.file.videoNote': '¡ATENCIÓN! ¡Sólo vídeos MP4!',
    'flows.interval.missing': 'Agregue valor de intervalo',
    'flows.interval.tooLong': 'El tiempo máximo alcanzó los 120 segundos',
    'flows.remove.done': 'Flujo eliminado exitosamente',
    'flows.saved': 'Flujo guardado exitosamente',
    'flows.status.off': 'Desactivado',
    'flows.status.on': 'Activo',
    'flows.summary.start': 'Inicio de flujo',
    'flows.ticket.missing': 'Adicione una fila',
    'flows.title': 'Flujos de conversación',
    'flows.type.interval': 'Intervalo',
    'flows.type.menu': 'Menu',
    'flows.type.question': 'Pregunta',
    'flows.type.randomizer': 'Randomizador',
    'flows.type.singleBlock': 'Contenido',
    'flows.type.start': 'Inicio',
    'flows.type.ticket': 'Ticket',
    'kanban.addLanes': '+ Agregar columnas',
    'kanban.moved': 'Ticket Tag Agregado con éxito!',
    'kanban.open': 'Ver Ticket',
    'kanban.removed': 'Ticket Tag Removido!',
  },
  en: {
    'common.field.required': 'Required',
    'common.field.tooShort_other': 'Too short: at least {{count}} characters',
    'common.field.tooLong_other': 'Too long: up to {{count}} characters',
    'common.field.email': 'Invalid email',
    'messages-api.test.sent': 'message sent successfully',
  },
  tr: {},
} as const;

describe('texts that users know by heart', () => {
  it('have exactly the known wording', () => {
    const said = LANGUAGES.map((language) => {
      const known: Record<string, string> = KNOWN[language];
      return [
        language,
        Object.fromEntries(
          allTexts(language).flatMap(({ name, text }) => (name in known ? [[name, text]] : [])),
        ),
      ];
    });
    expect(Object.fromEntries(said)).toEqual(KNOWN);
  });
});

describe('texts of all languages', () => {
  it.each(LANGUAGES)('%s has every feature', (language) => {
    expect(featureFiles(language)).toEqual(features);
  });

  it.each(features)('every language has the same texts in %s', (file) => {
    const source = readTexts('pt', file);
    for (const language of LANGUAGES) {
      const texts = readTexts(language, file);
      expect(keysOf(texts), language).toEqual(keysOf(source));
      expect(
        [...texts].filter(([, text]) => text.trim() === '').map(([key]) => key),
        language,
      ).toEqual([]);
      for (const [key, text] of texts) {
        const counterpart = source.get(key);
        if (counterpart !== undefined)
          expect(placeholdersOf(text), `${language} ${key}`).toEqual(placeholdersOf(counterpart));
      }
    }
  });
});

/** Counts that are never shown as 0: another text or none is shown then. Portuguese treats 0 as singular. */
const NEVER_ZERO = [
  'auth.login.tooMany',
  'auth.subscription.soon',
  'common.field.tooLong',
  'common.field.tooShort',
  'contacts.picker.typeMore',
  'kanban.hours',
  'kanban.rule',
  'internal-chats.unread',
  'messages.attach.title',
  'messages.forward.more',
  'messages.forward.started',
  'messages.forward.title',
  'messages.newMessages',
  'messages.poll.votes',
  'messages.stayed',
  'messages.unread',
  'messages.unreadAbove',
  'moments.bounded',
  'notifications.open',
  'notifications.unread',
  'palette.found',
  'queues.field.minutes',
  'queues.option.problems',
  'shell.unreadAnnouncements',
  'shell.unreadChats',
  'ticket-search.messages',
  'ticket-search.tickets',
  'tickets.news',
  'tickets.queueCount',
  'tickets.unread',
];
/** Numbers without a noun that would have to agree. */
const WITHOUT_NOUN = /^[+\d{}count]+$/;

describe('plural forms', () => {
  it.each(LANGUAGES)('every counted text has all forms of %s', (language) => {
    const rules = new Intl.PluralRules(LOCALES[language]);
    const needed = rules.resolvedOptions().pluralCategories;
    const texts = allTexts(language);
    const names = new Set(texts.map(({ name }) => name));
    const counted = new Set(
      texts
        .filter(({ name, text }) => PLURAL_FORM.test(name) || text.includes('{{count}}'))
        .filter(({ text }) => !WITHOUT_NOUN.test(text))
        .map(({ name }) => name.replace(PLURAL_FORM, '')),
    );
    expect(counted.size).toBeGreaterThan(15);
    const missing = [...counted].flatMap((name) => {
      const zero = rules.select(0) === 'one' && !NEVER_ZERO.includes(name) ? ['zero'] : [];
      return [...needed, ...zero].map((form) => `${name}_${form}`).filter((form) => !names.has(form));
    });
    expect(missing, `${language}: ${missing.join(', ')}`).toEqual([]);
  });
});

describe('formats of numbers, sizes and moments', () => {
  it('only lib/texts/format.ts formats them, by the rules of the language', () => {
    const byHand = sourceFiles('frontend')
      .filter((file) => !isTest(file) && file.path !== 'frontend/lib/texts/format.ts')
      .flatMap(({ path, text }) =>
        [
          ...text.matchAll(
            /\.toFixed\(|\.toPrecision\(|\.toLocale(?:Date|Time)?String\(|Intl\.(?:NumberFormat|DateTimeFormat|RelativeTimeFormat|DurationFormat)|\} ?[kKMG]i?B`/g,
          ),
        ].map(([found]) => `${path}: ${found}`),
      );
    expect(byHand, byHand.join('\n')).toEqual([]);
  });
});

describe('automatic texts for customers', () => {
  it('the automatic texts are in one file: no server source contains words with accents', () => {
    const sources = ['functions', 'session-host'].flatMap(sourceFiles).filter((file) => !isTest(file));
    expect(sources.length).toBeGreaterThan(100);
    const spoken = sources.flatMap(({ path, text }) =>
      [...text.matchAll(/(['"`])(?:(?!\1).)*[À-ɏ](?:(?!\1).)*\1/g)].map(([words]) => `${path}: ${words}`),
    );
    expect(spoken).toEqual([]);
  });
});

describe('texts of screens', () => {
  it('the check finds words in JSX', () => {
    const text = 'const A = () => <p title="Olá mundo">Bom dia {name} <b>{"x"}</b></p>;';
    expect(jsxTexts({ path: 'a.tsx', text })).toEqual(['a.tsx:1: Olá mundo', 'a.tsx:1: Bom dia']);
  });

  it('JSX contains no literal text', () => {
    const screens = sourceFiles('frontend').filter((file) => file.path.endsWith('.tsx') && !isTest(file));
    expect(screens.length).toBeGreaterThan(20);
    expect(screens.flatMap(jsxTexts)).toEqual([]);
  });

  it('every Autocomplete gets its translated texts, because MUI is English by default', () => {
    const lists = sourceFiles('frontend').flatMap(({ path, text }) =>
      [...text.matchAll(/<Autocomplete\b[\s\S]*?renderInput=/g)].map(([list]) => ({ path, list })),
    );
    expect(lists.length).toBeGreaterThan(4);
    expect(lists.filter(({ list }) => !list.includes('{...texts}')).map(({ path }) => path)).toEqual([]);
  });
});
