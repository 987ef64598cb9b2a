import type { CampaignReceiver, ReceiverState, SKIP_REASONS } from '../entities/campaign.ts';
import type { RowRefusal } from '../entities/contact-import.ts';
import type { TicketStatus } from '../entities/ticket-terms.ts';
import type { Language } from '../entities/user.ts';

/** The times of a receiver that a campaign's spreadsheet shows. */
type ReceiverTime = 'askedAt' | 'confirmedAt' | 'sentAt' | 'deliveredAt' | 'readAt' | 'answeredAt';

interface CampaignTexts {
  /** Name of the sheet and the beginning of its file's name. */
  receivers: string;
  state: string;
  times: Record<ReceiverTime & keyof CampaignReceiver, string>;
  states: Record<ReceiverState, string>;
  reasons: Record<(typeof SKIP_REASONS)[number], string>;
}

interface ReportTexts {
  /** Name of the sheet and of its file. */
  attendances: string;
  ticket: string;
  link: string;
  connection: string;
  contact: string;
  user: string;
  queue: string;
  status: string;
  statuses: Record<TicketStatus, string>;
  reopened: string;
  yes: string;
  lastMessage: string;
  began: string;
  ended: string;
  duration: string;
  rating: string;
}

interface SpreadsheetTexts {
  /** Name of the sheet and of its file. */
  contacts: string;
  name: string;
  number: string;
  email: string;
  tags: string;
  line: string;
  reason: string;
  refusals: Record<RowRefusal, string>;
  campaign: CampaignTexts;
  report: ReportTexts;
}

/** The texts in exported spreadsheets, in the language that the company has chosen. */
export const SPREADSHEET_TEXTS: Readonly<Record<Language, SpreadsheetTexts>> = {
  pt: {
    contacts: 'Contatos',
    name: 'Nome',
    number: 'Número',
    email: 'E-mail',
    tags: 'Tags',
    line: 'Linha',
    reason: 'Motivo',
    refusals: {
      existing: 'Já existe um contato com este número',
      repeated: 'O número já está em outra linha do arquivo',
      name: 'O nome falta, ou não tem de 2 a 250 caracteres',
      number: 'O número falta, ou não tem de 8 a 50 dígitos',
      lost: 'O número foi abreviado pela planilha (como 5,51199E+12) e não dá para recuperar',
      email: 'O e-mail é inválido',
      tags: 'Uma tag não tem de 3 a 50 caracteres, ou são tags demais',
    },
    campaign: {
      receivers: 'Destinatários',
      state: 'Status',
      times: {
        askedAt: 'Confirmação pedida em',
        confirmedAt: 'Confirmado em',
        sentAt: 'Enviado em',
        deliveredAt: 'Entregue em',
        readAt: 'Lido em',
        answeredAt: 'Respondido em',
      },
      states: {
        waiting: 'Aguardando',
        asked: 'Confirmação pedida',
        agreed: 'Confirmado',
        declined: 'Recusado',
        sending: 'Enviando',
        sent: 'Enviado',
        failed: 'Falhou',
        unknown: 'Resultado desconhecido',
        skipped: 'Não enviado',
      },
      reasons: {
        invalid: 'Número inválido',
        'opted-out': 'Descadastro',
        'no-address': 'Sem número alcançável pela conexão',
        'too-late': 'Sem horário permitido',
      },
    },
    report: {
      attendances: 'Relatório de atendimentos',
      ticket: 'Atendimento',
      link: 'UUID',
      connection: 'Conexão',
      contact: 'Contato',
      user: 'Atendente',
      queue: 'Fila',
      status: 'Situação',
      statuses: {
        open: 'Aberto',
        pending: 'Aguardando',
        closed: 'Resolvido',
        group: 'Grupo',
        lgpd: 'LGPD',
        nps: 'Avaliação',
      },
      reopened: 'Reaberto',
      yes: 'Sim',
      lastMessage: 'Última mensagem',
      began: 'Início',
      ended: 'Fim',
      duration: 'Duração',
      rating: 'NPS',
    },
  },
  en: {
    contacts: 'Contacts',
    name: 'Name',
    number: 'Number',
    email: 'Email',
    tags: 'Tags',
    line: 'Row',
    reason: 'Reason',
    refusals: {
      existing: 'A contact with this number already exists',
      repeated: 'The number is already in another row of the file',
      name: 'The name is missing, or not 2 to 250 characters long',
      number: 'The number is missing, or not 8 to 50 digits long',
      lost: 'The spreadsheet shortened the number (such as 5.51199E+12), and it cannot be recovered',
      email: 'The email is invalid',
      tags: 'A tag is not 3 to 50 characters long, or there are too many',
    },
    campaign: {
      receivers: 'Recipients',
      state: 'Status',
      times: {
        askedAt: 'Confirmation requested at',
        confirmedAt: 'Confirmed at',
        sentAt: 'Sent at',
        deliveredAt: 'Delivered at',
        readAt: 'Read at',
        answeredAt: 'Answered at',
      },
      states: {
        waiting: 'Waiting',
        asked: 'Confirmation requested',
        agreed: 'Confirmed',
        declined: 'Declined',
        sending: 'Sending',
        sent: 'Sent',
        failed: 'Failed',
        unknown: 'Outcome unknown',
        skipped: 'Not sent',
      },
      reasons: {
        invalid: 'Invalid number',
        'opted-out': 'Opt-out',
        'no-address': 'No number that the connection reaches',
        'too-late': 'No permitted time',
      },
    },
    report: {
      attendances: 'Ticket report',
      ticket: 'Ticket',
      link: 'UUID',
      connection: 'Connection',
      contact: 'Contact',
      user: 'Agent',
      queue: 'Queue',
      status: 'Status',
      statuses: {
        open: 'Open',
        pending: 'Waiting',
        closed: 'Resolved',
        group: 'Group',
        lgpd: 'LGPD',
        nps: 'Rating',
      },
      reopened: 'Reopened',
      yes: 'Yes',
      lastMessage: 'Last message',
      began: 'Began',
      ended: 'Ended',
      duration: 'Duration',
      rating: 'NPS',
    },
  },
  es: {
    contacts: 'Contactos',
    name: 'Nombre',
    number: 'Número',
    email: 'Correo electrónico',
    tags: 'Etiquetas',
    line: 'Línea',
    reason: 'Motivo',
    refusals: {
      existing: 'Ya existe un contacto con este número',
      repeated: 'El número ya está en otra línea del archivo',
      name: 'Falta el nombre, o no tiene de 2 a 250 caracteres',
      number: 'Falta el número, o no tiene de 8 a 50 dígitos',
      lost: 'La planilla abrevió el número (como 5.51199E+12) y no se puede recuperar',
      email: 'El correo electrónico no es válido',
      tags: 'Una etiqueta no tiene de 3 a 50 caracteres, o son demasiadas',
    },
    campaign: {
      receivers: 'Destinatarios',
      state: 'Estado',
      times: {
        askedAt: 'Confirmación pedida el',
        confirmedAt: 'Confirmado el',
        sentAt: 'Enviado el',
        deliveredAt: 'Entregado el',
        readAt: 'Leído el',
        answeredAt: 'Respondido el',
      },
      states: {
        waiting: 'En espera',
        asked: 'Confirmación pedida',
        agreed: 'Confirmado',
        declined: 'Rechazado',
        sending: 'Enviando',
        sent: 'Enviado',
        failed: 'Falló',
        unknown: 'Resultado desconocido',
        skipped: 'No enviado',
      },
      reasons: {
        invalid: 'Número no válido',
        'opted-out': 'Baja',
        'no-address': 'Sin número al que llegue la conexión',
        'too-late': 'Sin horario permitido',
      },
    },
    report: {
      attendances: 'Informe de tickets',
      ticket: 'Ticket',
      link: 'UUID',
      connection: 'Conexión',
      contact: 'Contacto',
      user: 'Agente',
      queue: 'Fila',
      status: 'Estado',
      statuses: {
        open: 'Abierto',
        pending: 'En espera',
        closed: 'Resuelto',
        group: 'Grupo',
        lgpd: 'LGPD',
        nps: 'Calificación',
      },
      reopened: 'Reabierto',
      yes: 'Sí',
      lastMessage: 'Último mensaje',
      began: 'Inicio',
      ended: 'Fin',
      duration: 'Duración',
      rating: 'NPS',
    },
  },
  tr: {
    contacts: 'Kişiler',
    name: 'Ad',
    number: 'Numara',
    email: 'E-posta',
    tags: 'Etiketler',
    line: 'Satır',
    reason: 'Neden',
    refusals: {
      existing: 'Bu numarayla bir kişi zaten var',
      repeated: 'Numara dosyanın başka bir satırında var',
      name: 'Ad eksik ya da 2–250 karakter arasında değil',
      number: 'Numara eksik ya da 8–50 rakam arasında değil',
      lost: 'Tablo numarayı kısaltmış (5,51199E+12 gibi), geri alınamıyor',
      email: 'E-posta geçersiz',
      tags: 'Bir etiket 3–50 karakter arasında değil ya da çok fazla etiket var',
    },
    campaign: {
      receivers: 'Alıcılar',
      state: 'Durum',
      times: {
        askedAt: 'Onay istendi',
        confirmedAt: 'Onaylandı',
        sentAt: 'Gönderildi',
        deliveredAt: 'Teslim edildi',
        readAt: 'Okundu',
        answeredAt: 'Yanıtlandı',
      },
      states: {
        waiting: 'Bekliyor',
        asked: 'Onay istendi',
        agreed: 'Onayladı',
        declined: 'Reddetti',
        sending: 'Gönderiliyor',
        sent: 'Gönderildi',
        failed: 'Gönderilemedi',
        unknown: 'Sonuç bilinmiyor',
        skipped: 'Gönderilmedi',
      },
      reasons: {
        invalid: 'Geçersiz numara',
        'opted-out': 'Listeden çıkma',
        'no-address': 'Bağlantının ulaştığı numara yok',
        'too-late': 'İzin verilen saat yok',
      },
    },
    report: {
      attendances: 'Talep raporu',
      ticket: 'Talep',
      link: 'UUID',
      connection: 'Bağlantı',
      contact: 'Kişi',
      user: 'Temsilci',
      queue: 'Kuyruk',
      status: 'Durum',
      statuses: {
        open: 'Açık',
        pending: 'Bekliyor',
        closed: 'Çözüldü',
        group: 'Grup',
        lgpd: 'LGPD',
        nps: 'Değerlendirme',
      },
      reopened: 'Yeniden açıldı',
      yes: 'Evet',
      lastMessage: 'Son mesaj',
      began: 'Başlangıç',
      ended: 'Bitiş',
      duration: 'Süre',
      rating: 'NPS',
    },
  },
};
