import { createStore } from 'zustand/vanilla';

interface Selection {
  /** The messages chosen in the open conversation, by id; null while none are being chosen. */
  ids: ReadonlySet<string> | null;
  /** Where choosing began, until the keyboard was brought there: the button that was pressed is gone. */
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
