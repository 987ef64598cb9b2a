import { bindRoutes } from '../../platform/http/bind-routes.ts';
import { showFigures } from './figures.ts';
import { routes } from './function.ts';
import { getFlow, getGraph, listFlows } from './list-flows.ts';
import { createPhrase, getPhrase, listPhrases, removePhrase, updatePhrase } from './phrases.ts';
import { removeFlow } from './remove-flow.ts';
import { createFlow, duplicateFlow, updateFlow } from './save-flow.ts';
import { saveGraph } from './save-graph.ts';
import { tryOutGraph } from './try-out.ts';
import { uploadAudio, uploadContent, uploadImage } from './upload-files.ts';

export const handler = bindRoutes(routes, {
  list: listFlows,
  get: getFlow,
  getGraph,
  create: createFlow,
  update: updateFlow,
  remove: removeFlow,
  duplicate: duplicateFlow,
  save: saveGraph,
  uploadContent,
  uploadAudio,
  uploadImage,
  tryOut: tryOutGraph,
  figures: showFigures,
  listPhrases,
  getPhrase,
  createPhrase,
  updatePhrase,
  removePhrase,
});
