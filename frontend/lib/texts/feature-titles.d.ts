declare module 'virtual:feature-titles/*' {
  /** Titles of all features in one language, by feature name. */
  const titles: Record<string, string>;
  export default titles;
}
