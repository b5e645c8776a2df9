/** Operators of content streams (ISO 32000-2, annex A; the same in every version since PDF 1.4). */
export const operatorNames: readonly string[] = (
  'b B b* B* BDC BI BMC BT BX c cm CS cs d d0 d1 Do DP EI EMC ET EX f F f* G g gs h i ID j J K k l m M MP n q ' +
  'Q re RG rg ri s S sc SC scn SCN sh T* Tc Td TD Tf Tj TJ TL Tm Tr Ts Tw Tz v w W W* y \' "'
).split(' ');
