import { withPresetFields } from '#app/contracts/chat-fields.ts';
import { ANY_ENDPOINT } from '#app/contracts/endpoints/any.ts';
import { nameSaid, readOptions } from '#app/contracts/endpoints/options.ts';
import { factsOf, type Endpoint } from '#app/contracts/endpoints/table.ts';
import { CARRIED, type Carried } from '#app/contracts/presets/carried.ts';
import type { PresetFacts, PresetView } from '#app/contracts/presets/preset.ts';
import type { SendParameters } from '#app/contracts/send.ts';

/** What somebody saved to begin conversations with. */
export interface Preset extends PresetFacts {
  id: string;
  createdAt: Date;
  updatedAt: Date;
}

export const PRESET_COLUMNS =
  'id, title, endpoint, model, options, carried, created_at AS createdAt, updated_at AS updatedAt';

/** A row of `PRESET_COLUMNS`. */
export interface PresetRow {
  id: string;
  title: string;
  endpoint: string | null;
  model: string | null;
  options: string | null;
  carried: string | null;
  createdAt: Date;
  updatedAt: Date;
}

export function toPreset({ endpoint, options, carried, ...columns }: PresetRow): Preset {
  const kept = JSON.parse(carried ?? '{}') as Carried;
  return {
    ...columns,
    endpoint: endpoint as Endpoint | null,
    // What was carried before an endpoint took it is an option by now.
    options: { ...readOptions(ANY_ENDPOINT, '', kept), ...(JSON.parse(options ?? '{}') as SendParameters) },
    carried: Object.fromEntries(Object.entries(kept).filter(([name]) => name in CARRIED.shape)),
  };
}

/** A preset as its owner and other programs read it: with every field of the specification; null is not set. */
export function viewPreset(preset: Preset, defaultId: string | null): PresetView {
  const { id, title, endpoint, model, options, carried } = preset;
  return withPresetFields({
    ...nameSaid(factsOf(endpoint) ?? ANY_ENDPOINT, options),
    ...carried,
    presetId: id,
    title,
    endpoint,
    model,
    defaultPreset: id === defaultId,
  });
}
