"""What pyHanko says of signatures: PASSWORD ROOTS FILE..., a line a signature, its columns parted by tabs."""
import sys

from pyhanko.keys import load_cert_from_pemder
from pyhanko.pdf_utils.reader import PdfFileReader
from pyhanko.sign.validation import validate_pdf_signature
from pyhanko.sign.validation.settings import KeyUsageConstraints
from pyhanko_certvalidator import ValidationContext

password, roots, *paths = sys.argv[1:]
trusted = [load_cert_from_pemder(root) for root in roots.split(',')]

for path in paths:
    with open(path, 'rb') as file:
        reader = PdfFileReader(file, strict=False)
        if reader.encrypted:
            reader.decrypt(password)
        for signature in reader.embedded_signatures:
            try:
                status = validate_pdf_signature(
                    signature,
                    signer_validation_context=ValidationContext(trust_roots=trusted, allow_fetching=False),
                    key_usage_settings=KeyUsageConstraints(key_usage=set()),
                )
                level = getattr(status, 'modification_level', None)
                columns = [status.intact, status.valid, status.trusted, status.coverage.name, getattr(level, 'name', ''), status.docmdp_ok]
            except Exception as error:
                columns = [False, False, False, type(error).__name__, str(error), False]
            print(path, signature.field_name, *columns, sep='\t')
