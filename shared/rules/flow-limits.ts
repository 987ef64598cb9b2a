/** Nodes of a flow: enough for the largest we know of, and a canvas of it still moves smoothly. */
export const FLOW_NODES_MAX = 500;
export const FLOW_CONNECTIONS_MAX = 1_000;
/** A flow is one row of the table, whose limit is 400 kB. */
export const FLOW_MAX_BYTES = 300_000;
export const FLOWS_MAX = 200;
export const FLOW_PHRASES_MAX = 200;
/** WhatsApp's limit for a text. */
export const FLOW_TEXT_MAX_CHARS = 4_096;
/** Seconds of an interval, by the specification. */
export const FLOW_INTERVAL_S = { min: 1, max: 120 } as const;
/** Options of a menu. */
export const FLOW_OPTIONS_MAX = 20;
/** Elements of a content node. */
export const FLOW_ELEMENTS_MAX = 20;
/** Largest files in MB, by the specification. */
export const FLOW_FILE_MAX_MB = { image: 2, audio: 5, video: 20 } as const;
/** Files in one form; an element's file of a large video is uploaded before. */
export const FLOW_FILES_PER_FORM = 10;
/** Different files of a flow: each takes two rows of a save. */
export const FLOW_FILES_MAX = 200;
/** Published versions of a flow that are kept. */
export const FLOW_VERSIONS_MAX = 50;
/** Days of figures in one request. */
export const FLOW_FIGURES_DAYS_MAX = 92;
export const FLOW_PHRASE_CHARS = { min: 1, max: 255 } as const;
