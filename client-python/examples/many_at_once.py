"""Renders a letter for each row, eight at a time, with the asynchronous client."""

import asyncio

from colophon_client import AsyncColophon

NAMES = ["Ada", "Blaise", "Carl Friedrich", "Dorothy", "Emmy", "Felix", "Grace", "Hedy", "Ida", "Jim"]


async def main() -> None:
    places = asyncio.Semaphore(8)
    async with AsyncColophon() as colophon:

        async def letter(number: int, name: str) -> int:
            async with places:
                pdf = await colophon.render({"operations": [{"op": "add_text", "text": f"Dear {name},"}]})
                await pdf.save(f"letter-{number:02}.pdf")
                return pdf.pages or 0

        pages = await asyncio.gather(*(letter(number, name) for number, name in enumerate(NAMES, 1)))
    print(f"{len(pages)} letters, {sum(pages)} pages")


asyncio.run(main())
