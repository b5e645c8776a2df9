/**
 * A certificate with its key and its issuer, only for the examples of the reference. All of them are public, and no
 * reader trusts them. They are for e-mail protection and document signing, and valid from 2020 until 2120.
 */
export const exampleCertificate = [
  '-----BEGIN CERTIFICATE-----',
  'MIICBzCCAaygAwIBAgICA+wwCgYIKoZIzj0EAwIwTDEuMCwGA1UEAwwlRXhhbXBs',
  'ZSBBdXRob3JpdHkgKHRydXN0ZWQgYnkgbm9ib2R5KTEaMBgGA1UECgwRQ29sb3Bo',
  'b24gZXhhbXBsZXMwIhgPMjAyMDAxMDEwMDAwMDBaGA8yMTIwMDEwMTAwMDAwMFow',
  'RzEpMCcGA1UEAwwgRXhhbXBsZSBDZXJ0aWZpZXIgKG5vdCBhIHNlY3JldCkxGjAY',
  'BgNVBAoMEUNvbG9waG9uIGV4YW1wbGVzMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcD',
  'QgAE9yDLOdm3NV71fhKvtYkFviz5gIqvrHDI79fZG+Bc3TJhFqDN+FVT7wJh9u54',
  'CfNjdgnQmtHtg1qh3+dlENCVg6N/MH0wDAYDVR0TAQH/BAIwADAOBgNVHQ8BAf8E',
  'BAMCB4AwHQYDVR0lBBYwFAYIKwYBBQUHAwQGCCsGAQUFBwMkMB0GA1UdDgQWBBQa',
  'B+7urlLQydgG+FC/oTxUBMU2/TAfBgNVHSMEGDAWgBTkH/rDTxVx98CwPTNlctT6',
  'INGqKTAKBggqhkjOPQQDAgNJADBGAiEAgG2Ql7Di5RyFHt2uhwBo3gKEGYcnneaw',
  'cgnfbRZg7xICIQDjGJWn2qGoz/IxqOHYMWazqZnWTuGHNxuv430tX949sg==',
  '-----END CERTIFICATE-----',
  '',
].join('\n');

/** The private key of this certificate (P-256) as PEM, PKCS#8. */
export const exampleKey = [
  '-----BEGIN PRIVATE KEY-----',
  'MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgqnk82ythWw49XjAI',
  'XMv+o8dUDXpzF6OeB0B8f63Q7OuhRANCAAT3IMs52bc1XvV+Eq+1iQW+LPmAiq+s',
  'cMjv19kb4FzdMmEWoM34VVPvAmH27ngJ82N2CdCa0e2DWqHf52UQ0JWD',
  '-----END PRIVATE KEY-----',
  '',
].join('\n');

/** The certificate of the issuer as PEM. */
export const exampleAuthority = [
  '-----BEGIN CERTIFICATE-----',
  'MIIBzjCCAXSgAwIBAgICA+swCgYIKoZIzj0EAwIwTDEuMCwGA1UEAwwlRXhhbXBs',
  'ZSBBdXRob3JpdHkgKHRydXN0ZWQgYnkgbm9ib2R5KTEaMBgGA1UECgwRQ29sb3Bo',
  'b24gZXhhbXBsZXMwIhgPMjAyMDAxMDEwMDAwMDBaGA8yMTIwMDEwMTAwMDAwMFow',
  'TDEuMCwGA1UEAwwlRXhhbXBsZSBBdXRob3JpdHkgKHRydXN0ZWQgYnkgbm9ib2R5',
  'KTEaMBgGA1UECgwRQ29sb3Bob24gZXhhbXBsZXMwWTATBgcqhkjOPQIBBggqhkjO',
  'PQMBBwNCAAS5058lwEQI5kJ6dvzC8u7uYn/tyXs3W5JSQ4Kn+kHzRMDpRQy5lFOn',
  'DMAwCrZci3PNH9R9hIQt3q2IAvt9S2J0o0IwQDAPBgNVHRMBAf8EBTADAQH/MA4G',
  'A1UdDwEB/wQEAwIBBjAdBgNVHQ4EFgQU5B/6w08VcffAsD0zZXLU+iDRqikwCgYI',
  'KoZIzj0EAwIDSAAwRQIgWj8NXrcpTtdOKjWaCeFhA5RM+gl2J/11L0SKdzjBENsC',
  'IQCeLzprGryXfvwoPrBZRFZR+lSHQMgyxFF0JMrvHsCyxg==',
  '-----END CERTIFICATE-----',
  '',
].join('\n');
