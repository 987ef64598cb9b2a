import type { Template } from './template-schemas.ts';

const approved: Pick<Template, 'status' | 'rejected_reason' | 'editedAtMs' | 'isApprovedOnce'> = {
  status: 'APPROVED',
  rejected_reason: 'NONE',
  editedAtMs: [],
  isApprovedOnce: true,
};

/** The templates with which the WhatsApp Business account begins. */
export const FIRST_TEMPLATES: readonly Template[] = [
  {
    ...approved,
    id: '108800000000001',
    name: 'hello_world',
    language: 'en_US',
    category: 'UTILITY',
    parameter_format: 'POSITIONAL',
    components: [
      { type: 'HEADER', format: 'TEXT', text: 'Hello World' },
      { type: 'BODY', text: 'Welcome and congratulations! This message shows that you can send templates.' },
      { type: 'FOOTER', text: 'WhatsApp Business Platform sample message' },
    ],
  },
  {
    ...approved,
    id: '108800000000002',
    name: 'order_update',
    language: 'pt_BR',
    category: 'UTILITY',
    parameter_format: 'POSITIONAL',
    components: [
      {
        type: 'BODY',
        text: 'Oi, {{1}}! O pedido {{2}} saiu para entrega.',
        example: { body_text: [['Maria', '1234']] },
      },
      { type: 'BUTTONS', buttons: [{ type: 'QUICK_REPLY', text: 'Falar com a loja' }] },
    ],
  },
  {
    ...approved,
    id: '108800000000003',
    name: 'weekend_offer',
    language: 'pt_BR',
    category: 'MARKETING',
    parameter_format: 'NAMED',
    components: [
      {
        type: 'BODY',
        text: 'Oi, {{name}}! Neste fim de semana tudo com {{discount}} de desconto.',
        example: {
          body_text_named_params: [
            { param_name: 'name', example: 'Maria' },
            { param_name: 'discount', example: '20%' },
          ],
        },
      },
    ],
  },
  {
    ...approved,
    id: '108800000000004',
    name: 'parcel_arrived',
    language: 'pt_BR',
    category: 'UTILITY',
    parameter_format: 'POSITIONAL',
    components: [
      {
        type: 'HEADER',
        format: 'TEXT',
        text: 'Pedido {{1}} chegou',
        example: { header_text: ['1234'] },
      },
      {
        type: 'BODY',
        text: 'Oi, {{1}}! Sua encomenda está na loja {{2}} até sexta-feira.',
        example: { body_text: [['Maria', 'Centro']] },
      },
      { type: 'FOOTER', text: 'Responda SAIR para não receber avisos.' },
      {
        type: 'BUTTONS',
        buttons: [
          { type: 'QUICK_REPLY', text: 'Já retirei' },
          { type: 'PHONE_NUMBER', text: 'Ligar para a loja', phone_number: '+551140041000' },
        ],
      },
    ],
  },
  {
    ...approved,
    id: '108800000000005',
    name: 'birthday_coupon',
    language: 'pt_BR',
    category: 'MARKETING',
    parameter_format: 'POSITIONAL',
    components: [
      { type: 'HEADER', format: 'IMAGE', example: { header_handle: ['4::aW1hZ2UvcG5n'] } },
      {
        type: 'BODY',
        text: 'Parabéns, {{1}}! Um presente espera por você.',
        example: { body_text: [['Maria']] },
      },
      {
        type: 'BUTTONS',
        buttons: [
          {
            type: 'URL',
            text: 'Ver presentes',
            url: 'https://loja.example/presentes/{{1}}',
            example: ['https://loja.example/presentes/maria'],
          },
          { type: 'COPY_CODE', text: 'Copiar código', example: ['FESTA10'] },
        ],
      },
    ],
  },
];
