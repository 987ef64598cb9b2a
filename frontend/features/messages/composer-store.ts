import { createStore, type StoreApi } from 'zustand/vanilla';
import { type ComposerAction, type ComposerState, reduceComposer, startComposer } from './composer-state.ts';

export interface ComposerStore extends StoreApi<ComposerState> {
  dispatch: (action: ComposerAction) => void;
}

/**
 * Creates the composer store of one conversation. A store because components that dispatch actions (quote, edit,
 * attach) must not re-render when the composer's state changes.
 */
export const createComposerStore = (isSigned: boolean): ComposerStore => {
  const store = createStore<ComposerState>(() => startComposer(isSigned));
  return { ...store, dispatch: (action) => store.setState((state) => reduceComposer(state, action), true) };
};
