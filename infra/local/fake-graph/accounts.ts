/** A Facebook page of the user, perhaps with a linked Instagram account. */
export interface Page {
  id: string;
  name: string;
  category: string;
  instagram?: { id: string; username: string; name: string };
}

/** A number of a WhatsApp Business account. */
export interface Phone {
  id: string;
  /** Digits with the country code. */
  number: string;
  displayNumber: string;
  verifiedName: string;
}

export const USER = { id: '10223300000000001', name: 'Ana Demo' };
export const SYSTEM_USER_ID = '61550000000000001';

export const PAGES: readonly Page[] = [
  {
    id: '104200000000001',
    name: 'Prosa Demo',
    category: 'Software',
    instagram: { id: '17841400000000001', username: 'prosa.demo', name: 'Prosa Demo' },
  },
  { id: '104200000000002', name: 'Prosa Outlet', category: 'Shopping & retail' },
];

/** The one WhatsApp Business account. */
export const WABA: { id: string; name: string; countryCode: string; phones: readonly Phone[] } = {
  id: '102300000000001',
  name: 'Prosa Demo',
  /** Country code of the business, which Meta puts in front of numbers without a plus sign. */
  countryCode: '55',
  phones: [
    {
      id: '106500000000001',
      number: '551140000001',
      displayNumber: '+55 11 4000-0001',
      verifiedName: 'Prosa Demo',
    },
    {
      id: '106500000000002',
      number: '551140000002',
      displayNumber: '+55 11 4000-0002',
      verifiedName: 'Prosa Outlet',
    },
  ],
};

export const findPage = (id: string): Page | undefined => PAGES.find((page) => page.id === id);
export const findPhone = (id: string): Phone | undefined => WABA.phones.find((phone) => phone.id === id);
