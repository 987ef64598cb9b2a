import { createStore } from 'zustand/vanilla';

interface Selection {
  /** Ids of the selected messages in the open conversation; null when selection mode is off. */
  ids: ReadonlySet<string> | null;
  /** Id of the first selected message, until the focus has moved there because the pressed button is gone. */
  beginsAt: string | null;
}

export const selectionStore = createStore<Selection>(() => ({ ids: null, beginsAt: null }));

export const startSelection = (id: string): void =>
  selectionStore.setState({ ids: new Set([id]), beginsAt: id });

export const toggleSelected = (id: string): void =>
  selectionStore.setState(({ ids }) => {
    const others = [...(ids ?? [])].filter((other) => other !== id);
    return { ids: new Set(ids?.has(id) ? others : [...others, id]) };
  });

export const endSelection = (): void => selectionStore.setState({ ids: null, beginsAt: null });
