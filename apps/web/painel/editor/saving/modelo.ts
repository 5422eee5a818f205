import type { CampoModelo, Modelo, PapelModelo } from '@rubrica/contract';
import { isDrawn } from '@rubrica/contract/field-kinds';
import type { Client } from '@rubrica/sdk/client';
import { fetchFile } from '../../../kit/pdf/download.ts';
import { type Draft, type Field, newParty, type Party } from '../state/types.ts';
import { fieldBody, sameFields } from './plan.ts';
import { fieldSpot, type Saved, type Source } from './source.ts';

/** A template as the source of the editor: roles in the place of people, both lists replaced by one request. */

const partyOf = (papel: PapelModelo): Party =>
  newParty(papel.ordem, {
    id: papel.id,
    nome: papel.rotulo,
    funcao: papel.funcao,
    reinforcement: papel.fatoresExigidos,
  });

const fieldOf = ({ papelId, ...campo }: CampoModelo): Field => ({
  ...campo,
  holder: papelId,
  rotulo: campo.rotulo ?? '',
  valorPadrao: campo.valorPadrao ?? '',
});

const savedOf = (modelo: Modelo): Saved => ({
  draft: { options: null, parts: modelo.papeis.map(partyOf), campos: modelo.campos.map(fieldOf) },
  paginas: modelo.paginas,
  titulo: modelo.nome,
  editable: true,
  envelopeId: null,
  criadoPor: modelo.criadoPor,
});

/** The part of a draft the service takes: a role without a name waits, and its fields with it. */
function takeable({ parts, campos }: Draft): Pick<Draft, 'parts' | 'campos'> {
  const named = parts.filter(({ nome }) => nome.trim() !== '');
  const there = new Set(named.map(({ id }) => id));
  return {
    parts: named.map((party) => ({ ...party, nome: party.nome.trim() })),
    campos: campos
      .filter(({ holder, tipo }) => (holder === null ? !isDrawn(tipo) : there.has(holder)))
      .map((field) => ({ ...field, rotulo: field.rotulo.trim() === '' ? '' : field.rotulo })),
  };
}

const roleBody = ({ id, nome, funcao, ordem, reinforcement }: Party) => ({
  id,
  rotulo: nome,
  funcao,
  ordem,
  ...(reinforcement.length > 0 ? { fatoresExigidos: [...reinforcement] } : {}),
});

const sameRoles = (a: readonly Party[], b: readonly Party[]) =>
  JSON.stringify(a.map(roleBody)) === JSON.stringify(b.map(roleBody));

/** Reads and writes one template. @param basePath of the environment, as `/v1/sandbox` */
export function templateSource(client: Client, basePath: string, modeloId: string): Source {
  const params = { modeloId };
  return {
    kind: 'modelo',
    id: modeloId,
    read: async (signal) => savedOf(await client.obterModelo({ params, ...(signal ? { signal } : {}) })),
    file: (onProgress, signal) =>
      fetchFile(`${basePath}/modelos/${encodeURIComponent(modeloId)}/arquivo`, onProgress, signal, {
        credentials: 'same-origin',
      }),
    steps(saved, target) {
      const goal = takeable(target);
      const body = {
        ...(sameRoles(saved.draft.parts, goal.parts) ? {} : { papeis: goal.parts.map(roleBody) }),
        // With one role alone an owner left out would be that role: who owns a field is always said.
        ...(sameFields(saved.draft.campos, goal.campos)
          ? {}
          : {
              campos: goal.campos.map((field) => {
                const { signatarioId, ...rest } = fieldBody(field);
                return { ...rest, id: field.id, papelId: signatarioId ?? null };
              }),
            }),
      };
      if (Object.keys(body).length === 0) return [];
      return [
        {
          key: JSON.stringify(body),
          run: async (signal) => savedOf(await client.alterarModelo({ params, body, signal })),
          spotOf: (campo) => (campo.startsWith('papeis') ? { at: 'parts' } : fieldSpot(goal.campos, campo)),
        },
      ];
    },
    holdsBack(_, target) {
      const goal = takeable(target);
      return goal.parts.length !== target.parts.length || goal.campos.length !== target.campos.length;
    },
  };
}
