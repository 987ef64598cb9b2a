import type { CountedResources } from './units.ts';

interface Resource {
  Type: string;
  Properties?: Record<string, unknown>;
}

const lengthOf = (value: unknown): number => (Array.isArray(value) ? value.length : 0);

/** Counts the resources in synthesized templates that are billed per piece. */
export const countResources = (
  templates: Iterable<{ Resources: Record<string, Resource> }>,
): CountedResources => {
  const resources = [...templates].flatMap(({ Resources }) => Object.values(Resources));
  const ofType = (type: string): Resource[] => resources.filter(({ Type }) => Type === type);
  const sum = (type: string, list: string): number =>
    ofType(type).reduce((total, { Properties }) => total + lengthOf(Properties?.[list]), 0);
  return {
    alarms: ofType('AWS::CloudWatch::Alarm').length,
    secrets: ofType('AWS::SecretsManager::Secret').length,
    replicas: sum('AWS::SecretsManager::Secret', 'ReplicaRegions'),
    keys: ofType('AWS::KMS::Key').length,
    firewallRules: sum('AWS::WAFv2::WebACL', 'Rules'),
  };
};
