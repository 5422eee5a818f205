/** The text of the sample contract. Every party, document number and address is invented. */

export const PREAMBLE = [
  'CONTRATANTE: Edifício Horizonte Azul Administradora Ltda., pessoa jurídica de direito privado, inscrita no CNPJ sob o nº 12.345.678/0001-95, com sede na Rua das Araucárias, 480, conjunto 1201, Curitiba, Paraná, neste ato representada por sua sócia administradora, Helena Figueiredo Prado.',
  'CONTRATADA: Serra do Mar Engenharia e Manutenção Ltda., pessoa jurídica de direito privado, inscrita no CNPJ sob o nº 98.765.432/0001-98, com sede na Avenida Marechal Candeias, 2210, São José dos Pinhais, Paraná, neste ato representada por seu diretor técnico, Otávio Lacerda Brandão.',
  'As partes acima qualificadas celebram o presente contrato de prestação de serviços, que se rege pelos artigos 593 a 609 do Código Civil e pelas cláusulas seguintes.',
];

export const CLAUSES: [string, string[]][] = [
  [
    'CLÁUSULA PRIMEIRA — DO OBJETO',
    [
      '1.1. A CONTRATADA prestará à CONTRATANTE serviços de manutenção predial preventiva e corretiva no Edifício Horizonte Azul, compreendendo as instalações elétricas, hidráulicas, de combate a incêndio e de climatização das áreas comuns, conforme o escopo e a periodicidade do Anexo I.',
      '1.2. Serviços não previstos no Anexo I dependem de orçamento escrito, aprovado pela CONTRATANTE antes do início da execução.',
      '1.3. O Anexo I integra este contrato para todos os efeitos. Havendo divergência, prevalecem as cláusulas sobre o anexo.',
    ],
  ],
  [
    'CLÁUSULA SEGUNDA — DO PRAZO',
    [
      '2.1. O contrato vigora por 12 (doze) meses, de 1º de dezembro de 2026 a 30 de novembro de 2027, e renova-se por igual período se nenhuma das partes manifestar o contrário, por escrito, com 60 (sessenta) dias de antecedência.',
      '2.2. Os chamados de emergência serão atendidos em até 4 (quatro) horas; os demais, em até 2 (dois) dias úteis.',
    ],
  ],
  [
    'CLÁUSULA TERCEIRA — DO PREÇO E DO PAGAMENTO',
    [
      '3.1. Pela execução dos serviços a CONTRATANTE pagará a quantia mensal de R$ 18.640,00 (dezoito mil, seiscentos e quarenta reais), até o décimo dia do mês seguinte ao da prestação, mediante nota fiscal e boleto bancário.',
      '3.2. O atraso no pagamento sujeita a CONTRATANTE a multa de 2% (dois por cento) e juros de 1% (um por cento) ao mês, calculados dia a dia sobre o valor em atraso.',
      '3.3. O preço será reajustado a cada 12 (doze) meses pela variação do IPCA/IBGE ou do índice que o substituir.',
    ],
  ],
  [
    'CLÁUSULA QUARTA — DAS OBRIGAÇÕES DA CONTRATADA',
    [
      '4.1. Executar os serviços com equipe habilitada, uniformizada e identificada, sob a responsabilidade técnica de engenheiro com registro ativo no CREA-PR, e recolher a respectiva Anotação de Responsabilidade Técnica.',
      '4.2. Fornecer ferramentas, equipamentos de medição e equipamentos de proteção individual, e observar as normas regulamentadoras de segurança do trabalho, em especial a NR-10 e a NR-35.',
      '4.3. Entregar, até o quinto dia útil de cada mês, relatório fotográfico das atividades, com as não conformidades encontradas e o prazo proposto para a correção de cada uma.',
      '4.4. Responder pelos encargos trabalhistas, previdenciários e fiscais de seu pessoal, que não terá vínculo de emprego com a CONTRATANTE.',
      '4.5. Reparar, às suas expensas, os danos que seus empregados ou prepostos causarem ao edifício, aos condôminos ou a terceiros, comprovados o dano e o nexo com os serviços.',
    ],
  ],
  [
    'CLÁUSULA QUINTA — DAS OBRIGAÇÕES DA CONTRATANTE',
    [
      '5.1. Permitir o acesso da equipe às áreas técnicas nos horários combinados, fornecer água e energia elétrica necessárias aos serviços e indicar um responsável pelo acompanhamento.',
      '5.2. Comunicar por escrito qualquer defeito na execução no prazo de 30 (trinta) dias, contado da data em que dele tiver conhecimento.',
      '5.3. Adquirir as peças de reposição de valor unitário superior a R$ 350,00 (trezentos e cinquenta reais); as de valor inferior estão incluídas no preço.',
    ],
  ],
  [
    'CLÁUSULA SEXTA — DA CONFIDENCIALIDADE E DOS DADOS PESSOAIS',
    [
      '6.1. As partes manterão sigilo sobre as informações a que tiverem acesso em razão deste contrato, durante a vigência e por 2 (dois) anos depois dela.',
      '6.2. Os dados pessoais de moradores, visitantes e empregados serão tratados somente para a execução do contrato, nos termos da Lei nº 13.709/2018, e eliminados ao seu término, ressalvadas as obrigações legais de guarda.',
    ],
  ],
  [
    'CLÁUSULA SÉTIMA — DA RESCISÃO',
    [
      '7.1. Qualquer das partes pode rescindir o contrato sem motivo, mediante aviso escrito com 30 (trinta) dias de antecedência, pagos os serviços prestados até a data da saída.',
      '7.2. O descumprimento de obrigação não sanado em 10 (dez) dias da notificação autoriza a parte inocente a rescindir o contrato de imediato, com multa de 10% (dez por cento) sobre o valor das parcelas que restarem.',
    ],
  ],
  [
    'CLÁUSULA OITAVA — DA ASSINATURA ELETRÔNICA',
    [
      '8.1. As partes admitem como válida a assinatura deste instrumento por meio eletrônico, nos termos do artigo 10, § 2º, da Medida Provisória nº 2.200-2/2001, e reconhecem como prova os registros de data, hora e autenticação que a acompanham.',
      '8.2. O contrato considera-se celebrado na data da última assinatura.',
    ],
  ],
  [
    'CLÁUSULA NONA — DO FORO',
    [
      '9.1. Fica eleito o foro da Comarca de Curitiba, Paraná, para dirimir as questões que decorrerem deste contrato, com renúncia a qualquer outro, por mais privilegiado que seja.',
    ],
  ],
];

export const ANNEX: [string, string, string, string, string][] = [
  ['1', 'Inspeção de quadros elétricos e reaperto de conexões', 'Mensal', '14 quadros', 'R$ 2.380,00'],
  ['2', 'Termografia das instalações elétricas', 'Semestral', '1 laudo', 'R$ 640,00'],
  ['3', 'Limpeza e desinfecção de reservatórios de água', 'Semestral', '4 reservatórios', 'R$ 1.120,00'],
  ['4', 'Revisão de bombas de recalque e de incêndio', 'Mensal', '6 bombas', 'R$ 2.760,00'],
  ['5', 'Teste de hidrantes, mangueiras e sinalização', 'Trimestral', '32 pontos', 'R$ 1.480,00'],
  ['6', 'Manutenção de climatização das áreas comuns (PMOC)', 'Mensal', '18 aparelhos', 'R$ 3.960,00'],
  ['7', 'Revisão de portões, cancelas e interfonia', 'Mensal', '5 conjuntos', 'R$ 1.350,00'],
  ['8', 'Plantão de emergência, 24 horas', 'Contínua', '1 equipe', 'R$ 4.950,00'],
  ['', 'Total mensal', '', '', 'R$ 18.640,00'],
];

export type Person = [name: string, role: string, document: string];

export const PARTIES: Person[] = [
  ['Helena Figueiredo Prado', 'CONTRATANTE — Edifício Horizonte Azul Administradora Ltda.', 'CPF 111.444.777-35'],
  ['Otávio Lacerda Brandão', 'CONTRATADA — Serra do Mar Engenharia e Manutenção Ltda.', 'CPF 529.982.247-25'],
];

export const WITNESSES: Person[] = [
  ['Iracema Duarte Nóbrega', 'Testemunha', 'CPF 390.533.447-05'],
  ['Benício Tavares Rocha', 'Testemunha', 'CPF 168.995.350-09'],
];
