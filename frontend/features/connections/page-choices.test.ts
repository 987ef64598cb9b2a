import { expect, it } from 'vitest';
import { chosenAtFirst, linkRequest, pageChoices } from './page-choices.ts';

const LOGIN = {
  facebookUserId: '7',
  pages: [
    {
      id: '1',
      name: 'Loja',
      isLinked: true,
      mayMessage: true,
      instagram: { id: '11', name: '@loja', isLinked: false },
    },
    { id: '2', name: 'Oficina', isLinked: false, mayMessage: true, instagram: null },
    { id: '3', name: 'Blog', isLinked: false, mayMessage: false, instagram: null },
  ],
};

it('a login for pages offers every page with its Instagram account', () => {
  expect(pageChoices('page', LOGIN).map(({ name, instagram }) => [name, instagram])).toEqual([
    ['Loja', '@loja'],
    ['Oficina', null],
    ['Blog', null],
  ]);
});

it('a login for Instagram offers the accounts that are linked to a page', () => {
  expect(pageChoices('account-of-page', LOGIN)).toEqual([
    { pageId: '1', name: '@loja', instagram: null, isLinked: false, mayMessage: true },
  ]);
});

it('pages that are linked already, or may not be answered, are not chosen at first', () => {
  expect(chosenAtFirst(pageChoices('page', LOGIN), 25)).toEqual(['2']);
  expect(chosenAtFirst(pageChoices('account-of-page', LOGIN), 25)).toEqual(['1']);
});

it('no more accounts are chosen at first than one call links', () => {
  const many = Array.from({ length: 30 }, (_, at) => ({
    pageId: String(at),
    name: 'Loja',
    instagram: null,
    isLinked: false,
    mayMessage: true,
  }));
  expect(chosenAtFirst(many, 25)).toHaveLength(25);
});

it('linking Instagram accounts leaves their pages out', () => {
  const choice = { pageIds: ['1'], addInstagram: false, queueId: 3 };
  expect(linkRequest('account-of-page', 'T', LOGIN, choice)).toMatchObject({
    facebookUserId: '7',
    pageIds: ['1'],
    addPages: false,
    addInstagram: true,
    queueId: 3,
  });
  expect(linkRequest('page', 'T', LOGIN, choice)).toMatchObject({ addPages: true, addInstagram: false });
});
